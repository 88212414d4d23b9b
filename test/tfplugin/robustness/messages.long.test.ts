/**
 * Hostile messages to a provider process. It responds to each with a diagnostic or a status, and continues to serve. The
 * client is grpc-js, so the HTTP/2 frames are valid.
 */
import { constants } from "node:http2";
import fc from "fast-check";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { HostilePeer, namedCalls, validCall } from "./hostile-peer";
import { prefix, RawClient, responseOf } from "./raw-client";
import { dynamic, state } from "./valid-messages";

const nothing = Buffer.alloc(0);

describe("a provider process that is sent", () => {
  let peer: HostilePeer;
  beforeAll(async () => {
    peer = await HostilePeer.start();
  });
  beforeEach(() => peer.configure());
  afterEach(() => peer.expectServing());
  afterAll(() => peer.stop());

  it.each(namedCalls)("a valid %s responds without a bug", async (_, one) => {
    expect(await peer.diagnosticsOf(one, one.message)).not.toContain("The provider has a bug");
  });

  it("any call responds, because each call that it serves has a test", () => {
    const served = Object.values(tf.ProviderDefinition.methods).map(({ name }) => name);
    expect(namedCalls.map(([name]) => name).sort()).toEqual(served.sort());
  });

  it.each(namedCalls)("a canceled %s responds to the next one", async (_, one) => {
    const raw = await RawClient.open(peer.socket);
    const { message } = one;
    const cancel = async (...body: readonly Uint8Array[]) => {
      const stream = raw.begin(one.path);
      const closed = responseOf(stream);
      for (const piece of body) stream.write(piece);
      stream.close(constants.NGHTTP2_CANCEL);
      await closed;
    };
    await cancel();
    await cancel(prefix(message.length), message.subarray(0, message.length / 2));
    await cancel(prefix(message.length), message);
    raw.close();
    await peer.configure();
    expect(await peer.diagnosticsOf(one, message)).not.toContain("The provider has a bug");
  });

  it.each(namedCalls)("%s with random bytes responds", async (_, one) => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), async (message) => {
      await peer.responseTo(one, message);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it.each(namedCalls)("a truncated or damaged %s responds", async (_, one) => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(7)), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(fc.nat(), damage, async (end, flips) => {
      const damaged = Buffer.from(one.message);
      for (const [at, bit] of flips) {
        const where = at % Math.max(1, damaged.length);
        if (damaged.length > 0) damaged.writeUInt8(damaged.readUInt8(where) ^ (1 << bit), where);
      }
      await peer.responseTo(one, damaged);
      await peer.responseTo(one, one.message.subarray(0, end % (one.message.length + 1)));
    });
    await fc.assert(property, { numRuns: 60 });
  });

  describe("values of other types than the schema's", () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(-0, Number.MAX_VALUE, 5e-324, "1e999999999", "NaN", new Uint8Array(9)),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    );
    /** Whole values, and states with one attribute that is wrong; never the id, which is a file's name. */
    const wrong = fc.oneof(
      odd,
      fc
        .tuple(fc.constantFrom(...Object.keys(state).filter((name) => name !== "id")), odd)
        .map(([name, value]) => ({ ...state, [name]: value })),
    );
    const typeName = "pantry_jar";
    const common = {
      providerMeta: undefined,
      clientCapabilities: undefined,
      currentIdentity: undefined,
      priorIdentity: undefined,
      plannedIdentity: undefined,
      identity: undefined,
    };

    it.each([
      [
        "ValidateResourceConfig",
        (value: unknown) =>
          tf.ValidateResourceConfig_Request.encode({ typeName, config: dynamic(value), ...common }),
      ],
      [
        "ReadResource",
        (value: unknown) =>
          tf.ReadResource_Request.encode({
            typeName,
            currentState: dynamic(value),
            private: nothing,
            ...common,
          }),
      ],
      [
        "PlanResourceChange",
        (value: unknown) =>
          tf.PlanResourceChange_Request.encode({
            typeName,
            priorState: dynamic(state),
            proposedNewState: dynamic(value),
            config: dynamic(value),
            priorPrivate: nothing,
            plannedPrivate: Buffer.alloc(0),
            ...common,
          }),
      ],
      [
        "ApplyResourceChange",
        (value: unknown) =>
          tf.ApplyResourceChange_Request.encode({
            typeName,
            priorState: dynamic(state),
            plannedState: dynamic(value),
            config: dynamic(value),
            plannedPrivate: nothing,
            ...common,
          }),
      ],
    ])("in %s are reported as diagnostics", async (name, encode) => {
      const property = fc.asyncProperty(wrong, async (value) => {
        await peer.diagnosticsOf(validCall(name), encode(value).finish());
      });
      await fc.assert(property, { numRuns: 100 });
    });

    it("in UpgradeResourceState are reported as diagnostics", async () => {
      const property = fc.asyncProperty(fc.jsonValue(), fc.nat(2), async (value, version) => {
        const json = Buffer.from(JSON.stringify(value));
        const request = { typeName, version, rawState: { json, flatmap: {} } };
        await peer.diagnosticsOf(
          validCall("UpgradeResourceState"),
          tf.UpgradeResourceState_Request.encode(request).finish(),
        );
      });
      await fc.assert(property, { numRuns: 100 });
    });
  });
});
