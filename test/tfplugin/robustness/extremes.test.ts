/** Messages with deep nesting, false lengths and large values. */
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { call } from "../../support/provider-process";
import { HostilePeer, validCall } from "./hostile-peer";
import { dynamic, state } from "./valid-messages";

const nothing = Buffer.alloc(0);
const deep = 100_000;

/** Newer versions of Node serialize deep values without recursion. */
function isStorable(json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(json)) === json;
  } catch {
    return false;
  }
}

describe("a provider process that is sent", () => {
  let peer: HostilePeer;
  beforeAll(async () => {
    peer = await HostilePeer.start();
  });
  beforeEach(() => peer.configure());
  afterEach(() => peer.expectServing());
  afterAll(() => peer.stop());

  describe("values with 100,000 levels of nesting", () => {
    const upgrade = (json: string) => {
      const request = {
        typeName: "pantry_jar",
        version: 0,
        rawState: { json: Buffer.from(json), flatmap: {} },
      };
      return peer.diagnosticsOf(
        validCall("UpgradeResourceState"),
        tf.UpgradeResourceState_Request.encode(request).finish(),
      );
    };
    const read = (msgpack: Buffer, kept = nothing) =>
      peer.diagnosticsOf(
        validCall("ReadResource"),
        tf.ReadResource_Request.encode({
          typeName: "pantry_jar",
          currentState: { msgpack, json: nothing },
          private: kept,
          currentIdentity: undefined,
          providerMeta: undefined,
          clientCapabilities: undefined,
        }).finish(),
      );
    const typeMismatch = ["Value does not match the schema"];

    it("as lists of a stored state, is refused", async () => {
      expect(await upgrade(`{"tags":${"[".repeat(deep)}${"]".repeat(deep)}}`)).toEqual(typeMismatch);
    });

    it("as objects of a stored state, is dropped like all attributes that its type does not have", async () => {
      expect(await upgrade(`${'{"sweetness":'.repeat(deep)}1${"}".repeat(deep)}`)).toEqual([]);
    });

    it.each([
      ["lists", Buffer.alloc(deep, 0x91)],
      ["maps", Buffer.from("81a169".repeat(deep), "hex")],
      ["a list's elements", Buffer.concat([Buffer.from("81a474616773", "hex"), Buffer.alloc(deep, 0x91)])],
    ])("as %s of a value, is refused", async (_, msgpack) => {
      expect(await read(msgpack)).toEqual(typeMismatch);
    });

    it("as groups of a message's unknown field, is refused", async () => {
      // Field 100, begun as a group.
      const message = Buffer.from("a306".repeat(deep), "hex");
      expect(await peer.responseTo(validCall("ReadResource"), message)).toHaveLength(1);
    });

    it("as private state do not lose the object", async () => {
      const text = `${"[".repeat(deep)}${"]".repeat(deep)}`;
      const kept = Buffer.from(text);
      expect(await read(dynamic(state).msgpack, kept)).toEqual([]);
      const planned = { ...state, id: null, revision: null };
      const { newState, diagnostics } = await call(
        peer.client,
        "/tfplugin6.Provider/ApplyResourceChange",
        tf.ApplyResourceChange_Request,
        tf.ApplyResourceChange_Response,
        {
          typeName: "pantry_jar",
          priorState: dynamic(null),
          plannedState: dynamic(planned),
          config: dynamic(planned),
          plannedPrivate: kept,
          plannedIdentity: undefined,
          providerMeta: undefined,
        },
      );
      expect(newState?.msgpack.length).toBeGreaterThan(1);
      expect(diagnostics.map(({ summary }) => summary)).toEqual(
        isStorable(text) ? [] : ["The provider returned private state that cannot be stored"],
      );
    });
  });

  describe("lengths that exceed the message", () => {
    it.each([
      ["a text of 4 GB", "dbffffffff"],
      ["bytes of 4 GB", "c6ffffffff"],
      ["an extension of 4 GB", "c9ffffffff00"],
      ["a list of 4 billion", "ddffffffff"],
      ["an object of 4 billion", "dfffffffff"],
      ["an attribute of 4 GB", "81a474616773dbffffffff"],
    ])("%s in a value, is refused", async (_, hex) => {
      const request = {
        typeName: "pantry_jar",
        currentState: { msgpack: Buffer.from(hex, "hex"), json: nothing },
        private: nothing,
        currentIdentity: undefined,
        providerMeta: undefined,
        clientCapabilities: undefined,
      };
      const message = tf.ReadResource_Request.encode(request).finish();
      expect(await peer.diagnosticsOf(validCall("ReadResource"), message)).toEqual([
        "Value does not match the schema",
      ]);
    });

    it.each([
      ["2 GB", "0affffffff07"],
      ["2^63", "0affffffffffffffffff01"],
      ["a length without end", "0affffffffffffffffffffffffffff"],
    ])("a field of %s, is refused", async (_, hex) => {
      expect(await peer.responseTo(validCall("ReadResource"), Buffer.from(hex, "hex"))).toHaveLength(1);
    });

    it("a number of a million digits is read and reported as out of range", async () => {
      const grams = `1${"0".repeat(1_000_000)}1`;
      const request = {
        typeName: "pantry_jar",
        config: dynamic({ ...state, id: null, revision: null, grams }),
        clientCapabilities: undefined,
      };
      const message = tf.ValidateResourceConfig_Request.encode(request).finish();
      expect(await peer.diagnosticsOf(validCall("ValidateResourceConfig"), message)).toContain(
        "Invalid value",
      );
    });

    it("a text of ten million line breaks in a stored state is read", async () => {
      const json = Buffer.from(JSON.stringify({ ...state, label: "\n".repeat(10_000_000) }));
      const request = { typeName: "pantry_jar", version: 0, rawState: { json, flatmap: {} } };
      expect(
        await peer.diagnosticsOf(
          validCall("UpgradeResourceState"),
          tf.UpgradeResourceState_Request.encode(request).finish(),
        ),
      ).toEqual([]);
    });
  });
});
