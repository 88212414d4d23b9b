/** Imports by identity, and the identity in states. Terraform before 1.12 knows neither. */
import { DbmonTerraform, describeSince } from "../../../support/dbmon-terraform";
import { alertBlock, alertBlocks, createManually, idsInState, provider } from "../../alert-stories";

describeSince({ terraform: "1.12", tofu: "1.12" }, "the identity of an alert", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  interface State {
    readonly resources: { instances: { identity?: unknown; identity_schema_version?: number }[] }[];
  }
  const stateFile = "terraform.tfstate";
  const readState = () => JSON.parse(world.folder.read(stateFile)) as State;
  const identities = () =>
    readState().resources.flatMap(({ instances }) => instances.map(({ identity }) => identity));

  const createAlert = (name: string) => createManually(world, { name, category: "x" });
  const importBlock = (identity: string, fields: Parameters<typeof alertBlock>[1]) => {
    world.configure(`${provider}import {
      to = dbmon_alert.a
      identity = { ${identity} }
    }
    ${alertBlock("a", fields)}`);
  };

  it("contains only the id, and stays the same when the alert is renamed", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    const identity = { id: String(idsInState(world).a), name: null };
    expect(identities()).toEqual([identity]);
    world.configure(alertBlocks({ a: { name: "b" } }));
    await world.apply();
    expect(identities()).toEqual([identity]);
  });

  it("is added to a state of an earlier version without a difference", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    const state = readState();
    for (const { instances } of state.resources) {
      for (const instance of instances) {
        delete instance.identity;
        delete instance.identity_schema_version;
      }
    }
    world.folder.write(stateFile, JSON.stringify(state));
    expect((await world.plan()).code).toBe(0);
    await world.apply("-refresh-only");
    expect(identities()).toEqual([{ id: String(idsInState(world).a), name: null }]);
  });

  it("imports the alert with the name, even if the name is the id of another one", async () => {
    const other = await createAlert("other");
    const named = await createAlert(String(other));
    importBlock(`name = "${String(other)}"`, { name: String(other) });
    await world.apply();
    expect(idsInState(world)).toEqual({ a: named });
    expect(identities()).toEqual([{ id: String(named), name: null }]);
    expect((await world.plan()).code).toBe(0);
  });

  it.each([
    ["its id", (id: string) => `id = "${id}"`],
    ["its id and its name", (id: string) => `id = "${id}", name = "mine"`],
  ])("imports an alert by %s", async (_, identity) => {
    const id = String(await createAlert("mine"));
    importBlock(identity(id), { name: "mine" });
    await world.apply();
    expect(idsInState(world)).toEqual({ a: Number(id) });
    expect((await world.plan()).code).toBe(0);
  });

  it.each([
    [
      "id and name of different alerts",
      (id: string) => `id = "${id}", name = "two"`,
      'is named "one", not "two"',
    ],
    ["the id of a deleted alert", () => 'id = "4711"', "Error: No alert has the id 4711."],
    ["a name that no alert has", () => 'name = "none"', 'Error: No alert has the name "none".'],
    ["a misspelled name", () => 'name = "onne"', 'Did you mean "one"?'],
    ["neither id nor name", () => "", "The identity has neither id nor name."],
    ["an id that is not a number", () => 'id = "one"', '"one" is not the id of an alert.'],
    ["an empty name", () => 'name = ""', "Must not be empty."],
  ])("is refused with %s", async (_, identity, message) => {
    const id = String(await createAlert("one"));
    await createAlert("two");
    importBlock(identity(id), { name: "one" });
    const run = await world.plan();
    expect(run.code).toBe(1);
    expect(run.stderr.replace(/\n│? */g, " ")).toContain(message);
  });
});
