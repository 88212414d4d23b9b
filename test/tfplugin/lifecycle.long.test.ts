/** The lifecycle of a resource with the real terraform. */
import { describeWithTerraform } from "../support/terraform";
import { type Bundle, bundlePantry } from "./pantry/bundle";
import { PantryWorkspace } from "./pantry/workspace";

const everything = `
  label     = "plum"
  grams     = 500
  ratio     = 1.5
  tags      = ["sweet", "blue"]
  lots      = [10, 9]
  sweetness = { sugar = 60.5 }
  notes     = [{ text = "first" }, { text = "second", author = "me" }]
`;

describeWithTerraform("a resource through terraform", () => {
  let space: PantryWorkspace;
  PantryWorkspace.forEachTest((started) => (space = started));

  const jarIds = () => space.pantry.list().map(({ id }) => id);

  test("is created with defaults and then has no changes", async () => {
    space.configureJar(everything);
    await space.terraform.apply();

    expect(space.pantry.list().map(({ jar }) => jar)).toEqual([
      {
        label: "plum",
        grams: 500,
        ratio: 1.5,
        sealed: false,
        shelf: null,
        tags: ["blue", "sweet"],
        lots: [10, 9],
        sweetness: { sugar: 60.5, kind: "cane" },
        notes: [
          { text: "first", author: "anon" },
          { text: "second", author: "me" },
        ],
        revision: 1,
      },
    ]);
    expect((await space.terraform.plan()).code).toBe(0);
    expect((await space.terraform.plan("-refresh-only")).code).toBe(0);
  });

  test("is updated in place: the id is planned to stay, the rest of what is computed is not", async () => {
    space.configureJar(everything);
    await space.terraform.apply();
    const before = jarIds();

    space.configureJar(everything.replace("500", "450"));
    const plan = await space.terraform.plan();
    expect(plan.code).toBe(2);
    expect(plan.stdout).toMatch(/grams +?= 500 -> 450/);
    expect(plan.stdout).toMatch(/revision += 1 -> 2/);
    expect(plan.stdout).toMatch(/measured += "nose" -> \(known after apply\)/);
    expect(plan.stdout).not.toMatch(/id += .* -> /);
    await space.terraform.apply();

    expect(jarIds()).toEqual(before);
    expect((await space.terraform.plan()).code).toBe(0);
  });

  test("returns to the default if the argument is removed", async () => {
    space.configureJar(`${everything}\n sealed = true`);
    await space.terraform.apply();
    space.configureJar(everything);
    expect((await space.terraform.plan()).stdout).toMatch(/sealed += true -> false/);
  });

  test("is replaced when an attribute declared with `replace` changes", async () => {
    space.configureJar(`${everything}\n shelf = "left"`);
    await space.terraform.apply();
    const before = jarIds();

    space.configureJar(`${everything}\n shelf = "right"`);
    expect((await space.terraform.plan()).stdout).toMatch(/shelf += "left" -> "right" # forces replacement/);
    await space.terraform.apply();
    expect(jarIds()).toHaveLength(1);
    expect(jarIds()).not.toEqual(before);
  });

  test("is replaced when its plan handler says so", async () => {
    space.configureJar(everything);
    await space.terraform.apply();
    space.configureJar(everything.replace("500", "0"));
    expect((await space.terraform.plan()).stdout).toMatch(/grams += 500 -> 0 # forces replacement/);
  });

  test("shows an external change as drift and reverts it", async () => {
    space.configureJar(everything);
    await space.terraform.apply();
    const [found] = space.pantry.list();
    if (found === undefined) throw new Error("no jar");
    space.pantry.put(found.id, { ...found.jar, grams: 1 });

    const drift = await space.terraform.plan("-refresh-only");
    expect(drift.code).toBe(2);
    expect(drift.stdout).toMatch(/grams += 500 -> 1/);
    await space.terraform.apply();
    expect(space.pantry.find(found.id)?.grams).toBe(500);
  });

  test("is created again after it was deleted", async () => {
    space.configureJar(everything);
    await space.terraform.apply();
    jarIds().forEach((id) => {
      space.pantry.remove(id);
    });
    expect((await space.terraform.plan()).stdout).toContain("1 to add");
  });

  test("is destroyed after its plan handler ran", async () => {
    space.configureJar(everything.replace("plum", "heirloom"));
    await space.terraform.apply();
    const run = await space.terraform.apply("-destroy");
    expect(run.text).toContain("Warning: An heirloom goes");
    expect(jarIds()).toEqual([]);
  });

  test("is imported by id, and an unknown id is an error", async () => {
    const id = space.pantry.add({
      label: "found",
      grams: 3,
      ratio: null,
      sealed: false,
      shelf: null,
      tags: [],
      lots: [],
      sweetness: null,
      notes: [],
      revision: 7,
    });
    space.configureJar(`label = "found"\n grams = 3`);
    const lost = await space.terraform.run(["import", "pantry_jar.it", "lost"]);
    expect(lost.code).toBe(1);
    expect(lost.text).toContain('pantry_jar with the ID "lost" not found');

    const found = await space.terraform.run(["import", "pantry_jar.it", id]);
    expect(found.code).toBe(0);
    expect(space.terraform.instance("pantry_jar")?.attributes.revision).toBe(7);
    expect((await space.terraform.plan()).code).toBe(0);
  });

  test("keeps its private state through plan, apply and read", async () => {
    const kept = () =>
      Buffer.from(space.terraform.instance("pantry_jar")?.private ?? "", "base64").toString();
    space.configureJar(everything);
    await space.terraform.apply();
    expect(kept()).toBe('{"kept":{"plannedAs":"create"}}');
    await space.terraform.apply("-refresh-only");
    expect(kept()).toBe('{"kept":{"plannedAs":"create"}}');
    space.configureJar(everything.replace("500", "1"));
    await space.terraform.apply();
    expect(kept()).toBe('{"kept":{"plannedAs":"create"}}');
  });

  test("does not read a state of a newer schema version", async () => {
    space.configureJar(`label = "old"\n grams = 3`);
    await space.terraform.apply();
    const state = JSON.parse(space.terraform.stateText()) as {
      serial: number;
      resources: { instances: { schema_version: number }[] }[];
    };
    const instance = state.resources[0]?.instances[0];
    if (instance === undefined) throw new Error("no instance");
    instance.schema_version = 1;
    space.terraform.write("terraform.tfstate", JSON.stringify(state));
    const newer = await space.terraform.plan();
    expect(newer.code).toBe(1);
    expect(newer.text).toMatch(/newer/);
  });
});

describeWithTerraform("a data source and a function through terraform", () => {
  let bundle: Bundle;
  let space: PantryWorkspace;
  beforeAll(() => {
    bundle = bundlePantry();
    space = new PantryWorkspace(bundle);
  });
  afterAll(() => {
    space.remove();
    bundle.remove();
  });

  test("return typed values", async () => {
    space.configure(`
      resource "pantry_jar" "it" {
        for_each = { a = 1, b = 2 }
        label    = each.key
        grams    = each.value
        tags     = each.value == 2 ? ["big"] : []
      }
      data "pantry_jars" "all" { depends_on = [pantry_jar.it] }
      data "pantry_jars" "big" {
        tag        = "big"
        depends_on = [pantry_jar.it]
      }
      output "all" { value = data.pantry_jars.all.labels }
      output "big" { value = data.pantry_jars.big.jars }
      output "limit" { value = data.pantry_jars.big.limit }
      output "total" { value = provider::pantry::total([1, 0.5, pantry_jar.it["b"].grams]) }
    `);
    await space.terraform.apply();
    const outputs = JSON.parse((await space.terraform.run(["output", "-json"])).stdout) as object;
    expect(outputs).toMatchObject({
      all: { value: ["a", "b"] },
      big: { value: [{ label: "b", grams: 2 }] },
      limit: { value: 100 },
      total: { value: 3.5 },
    });
    expect((await space.terraform.plan()).code).toBe(0);
  });

  test("a function reports an invalid argument by its index", async () => {
    space.configure(`output "total" { value = provider::pantry::total([-1]) }`);
    const run = await space.terraform.plan();
    expect(run.code).toBe(1);
    expect(run.text).toContain('Invalid value for "grams" parameter: A weight is negative.');
  });
});
