/** Identities and generated configurations of a provider process, called with grpc-js. */
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { dynamic, PantryPeer, plum } from "./pantry-peer";

const typeName = "pantry_jar";
const none = Buffer.alloc(0);
const computed = { id: null, revision: null };
const common = { providerMeta: undefined, clientCapabilities: undefined };

let peer: PantryPeer;
beforeAll(async () => {
  peer = await PantryPeer.start();
});
beforeEach(() => {
  peer.pantry.clear();
});
afterEach(() => peer.expectServing());
afterAll(() => peer.stop());

const identityOf = (message: tf.ResourceIdentityData | undefined) => peer.valueOf(message?.identityData);
const identity = (value: object) => ({ identityData: dynamic(value) });

describe("the identity of a resource", () => {
  test("has a schema that says what an import needs", async () => {
    const codec = [tf.GetResourceIdentitySchemas_Request, tf.GetResourceIdentitySchemas_Response] as const;
    const { identitySchemas } = await peer.unary("GetResourceIdentitySchemas", ...codec, {});
    expect(Object.keys(identitySchemas)).toEqual([typeName]);
    expect(identitySchemas[typeName]).toMatchObject({
      version: 0,
      identityAttributes: [
        { name: "id", requiredForImport: true, optionalForImport: false, type: Buffer.from('"string"') },
        { name: "room", requiredForImport: false, optionalForImport: true },
      ],
    });
  });

  const read = (state: object) =>
    peer.unary("ReadResource", tf.ReadResource_Request, tf.ReadResource_Response, {
      typeName,
      currentState: dynamic(state),
      private: none,
      currentIdentity: undefined,
      ...common,
    });

  test("is added when a state without one is read", async () => {
    const id = peer.pantry.add(plum);
    const { newIdentity } = await read({ ...plum, id });
    expect(identityOf(newIdentity)).toEqual({ id, room: "cellar" });
  });

  test("is absent for a deleted object, and kept after an error", async () => {
    expect((await read({ ...plum, id: "gone" })).newIdentity).toBeUndefined();
    const request = { typeName, currentState: dynamic({ id: 5 }), private: none, ...common };
    const { newIdentity, diagnostics } = await peer.unary(
      "ReadResource",
      tf.ReadResource_Request,
      tf.ReadResource_Response,
      { ...request, currentIdentity: identity({ id: "1", room: "attic" }) },
    );
    expect(diagnostics).toHaveLength(1);
    expect(identityOf(newIdentity)).toEqual({ id: "1", room: "attic" });
  });

  const plan = (prior: object | null, config: object) =>
    peer.unary("PlanResourceChange", tf.PlanResourceChange_Request, tf.PlanResourceChange_Response, {
      typeName,
      priorState: dynamic(prior),
      proposedNewState: dynamic(config),
      config: dynamic(config),
      priorPrivate: none,
      plannedPrivate: none,
      priorIdentity: undefined,
      ...common,
    });

  test("is planned for an update, and unplanned for a creation", async () => {
    const config = { ...plum, ...computed };
    expect((await plan(null, config)).plannedIdentity).toBeUndefined();
    const { plannedIdentity } = await plan({ ...plum, id: "1" }, { ...config, grams: 1 });
    expect(identityOf(plannedIdentity)).toEqual({ id: "1", room: "cellar" });
  });

  const create = (label: string) => {
    const planned = { ...plum, label, id: peer.unknown, revision: peer.unknown };
    return peer.unary(
      "ApplyResourceChange",
      tf.ApplyResourceChange_Request,
      tf.ApplyResourceChange_Response,
      {
        typeName,
        priorState: dynamic(null),
        plannedState: dynamic(planned),
        config: dynamic({ ...planned, ...computed }),
        plannedPrivate: none,
        plannedIdentity: undefined,
        providerMeta: undefined,
      },
    );
  };

  test("is returned by a creation, also with an error", async () => {
    for (const label of ["plum", "cracked"]) {
      peer.pantry.clear();
      const { newIdentity } = await create(label);
      expect(identityOf(newIdentity)).toEqual({ id: peer.pantry.list()[0]?.id, room: "cellar" });
    }
  });

  test("that cannot be computed is a diagnostic, and the state is kept", async () => {
    const { newState, newIdentity, diagnostics } = await create("nameless");
    expect(peer.valueOf(newState)).toMatchObject({ label: "nameless", id: peer.pantry.list()[0]?.id });
    expect(newIdentity).toBeUndefined();
    expect(diagnostics).toMatchObject([{ summary: "The provider has a bug" }]);
    expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
  });

  const importBy = (value: object) =>
    peer.unary("ImportResourceState", tf.ImportResourceState_Request, tf.ImportResourceState_Response, {
      typeName,
      id: "",
      identity: identity(value),
      clientCapabilities: undefined,
    });

  test("imports the object", async () => {
    const id = peer.pantry.add(plum);
    const { importedResources, diagnostics } = await importBy({ id, room: null });
    expect(diagnostics).toEqual([]);
    expect(identityOf(importedResources[0]?.identity)).toEqual({ id, room: "cellar" });
    expect(peer.valueOf(importedResources[0]?.state)).toMatchObject({ label: "plum" });
  });

  test.each([
    [
      "of no object",
      { id: "gone", room: null },
      'pantry_jar with the identity {"id":"gone","room":null} not found',
    ],
    ["without a required attribute", { id: null, room: null }, "Missing value"],
    ["with a computed attribute", { id: "1", room: "attic" }, "Value of a computed attribute"],
    ["of another type", { id: 1, room: null }, "Value does not match the schema"],
  ])("%s is refused", async (_, value, summary) => {
    const { importedResources, diagnostics } = await importBy(value);
    expect(importedResources).toEqual([]);
    expect(diagnostics).toMatchObject([{ summary }]);
  });

  const readStored = (version: number, stored: unknown) =>
    peer.unary(
      "UpgradeResourceIdentity",
      tf.UpgradeResourceIdentity_Request,
      tf.UpgradeResourceIdentity_Response,
      {
        typeName,
        version,
        rawIdentity: { json: Buffer.from(JSON.stringify(stored)), flatmap: {} },
      },
    );

  test("is read from the state", async () => {
    const stored = { id: "1", room: "cellar" };
    const { upgradedIdentity, diagnostics } = await readStored(0, stored);
    expect(diagnostics).toEqual([]);
    expect(identityOf(upgradedIdentity)).toEqual(stored);
  });

  test("of a later version, or of no JSON object, is refused", async () => {
    expect((await readStored(1, { id: "1" })).diagnostics).toMatchObject([
      {
        summary: "The stored identity of pantry_jar cannot be read",
        detail:
          "A newer version of the provider wrote it (schema version 1, supported: up to 0). Upgrade the provider.",
      },
    ]);
    expect((await readStored(0, [])).diagnostics).toMatchObject([
      { summary: "Value does not match the schema" },
    ]);
  });
});

describe("GenerateResourceConfig", () => {
  const generate = async (state: object | null) => {
    const codec = [tf.GenerateResourceConfig_Request, tf.GenerateResourceConfig_Response] as const;
    const request = { typeName, state: dynamic(state) };
    const { config, diagnostics } = await peer.unary("GenerateResourceConfig", ...codec, request);
    expect(diagnostics).toEqual([]);
    return peer.valueOf(config);
  };

  test("omits computed values and defaults, at any depth, and keeps the rest", async () => {
    const sweetness = { sugar: "60.5", kind: "cane", measured: "nose" };
    const notes = [
      { text: "first", author: "anon" },
      { text: "second", author: "me" },
    ];
    expect(await generate({ ...plum, id: "1", sweetness, notes })).toEqual({
      id: null,
      label: "plum",
      grams: "500",
      ratio: null,
      sealed: null,
      shelf: null,
      tags: ["sweet"],
      lots: null,
      sweetness: { sugar: "60.5", kind: null, measured: null },
      notes: [
        { text: "first", author: null },
        { text: "second", author: "me" },
      ],
      revision: null,
    });
  });

  test("returns null for a listed object without a state", async () => {
    expect(await generate(null)).toBeNull();
  });
});
