/** Numbers keep Terraform's precision of 512 bits, although handlers have 53. */
import { describeWithTerraform } from "../support/terraform";
import { PantryWorkspace } from "./pantry/workspace";

describeWithTerraform("a number through terraform, a handler and back", () => {
  let space: PantryWorkspace;
  PantryWorkspace.forEachTest((started) => (space = started));

  const numbers: readonly (readonly [string, RegExp])[] = [
    ["0.1", /^0\.1$/],
    ["0.1 + 0.2", /^0\.3$/],
    ["1 / 3", /^0\.3{150,}\d*$/],
    ["1e21", /^1(0{21}|e\+?21)$/],
    ["9007199254740993", /^9007199254740993$/],
    ["18446744073709551616", /^18446744073709551616$/],
    ["-0.5", /^-0\.5$/],
    ["1e-300", /^(1e-300|0\.0{299}1)$/],
    ["0", /^0$/],
  ];
  const jars = (grams: number) =>
    numbers
      .map(([expression], index) => {
        const label = `label = "n${String(index)}"`;
        return `resource "pantry_jar" "n${String(index)}" {\n ${label}\n grams = ${String(grams)}\n ratio = ${expression}\n }`;
      })
      .join("\n");

  test("keeps its digits and shows no drift", async () => {
    space.configure(jars(1));
    await space.terraform.apply();
    const state = space.terraform.stateText();
    for (const [index, [expression, expected]] of numbers.entries()) {
      const [, own = ""] = state.split(`"name": "n${String(index)}"`);
      expect({ expression, stored: /"ratio": ([^,\s]+)/.exec(own)?.[1] }).toEqual({
        expression,
        stored: expect.stringMatching(expected) as string,
      });
    }
    const refreshed = await space.terraform.plan("-refresh-only");
    expect([refreshed.code, refreshed.code === 0 ? "" : refreshed.text]).toEqual([0, ""]);

    // An update of something else sends the numbers through every handler once more.
    space.configure(jars(2));
    await space.terraform.apply();
    const plan = await space.terraform.plan();
    expect([plan.code, plan.code === 0 ? "" : plan.text]).toEqual([0, ""]);
  });

  test("a changed number is drift", async () => {
    space.configureJar(`label = "n"\n grams = 1\n ratio = 1 / 3`);
    await space.terraform.apply();
    for (const { id, jar } of space.pantry.list()) space.pantry.put(id, { ...jar, ratio: 0.25 });
    const run = await space.terraform.plan("-refresh-only");
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(/ratio += 0\.3+\d* -> 0\.25/);
  });

  test.each(["1.5", "9007199254740993", "-9007199254740992"])("%s is not an integer", async (expression) => {
    space.configureJar(`label = "n"\n grams = ${expression}`);
    const run = await space.terraform.run(["validate"]);
    expect(run.code).toBe(1);
    expect(run.text).toMatch(/with pantry_jar\.it, on main\.tf line \d+.*: \d+: grams = /);
    expect(run.text).toContain(`Expected an integer between -(2^53 - 1) and 2^53 - 1, found ${expression}.`);
  });

  test("lots in a set are compared as numbers", async () => {
    space.configureJar(`label = "n"\n grams = 1\n lots = [10, 9, 9, 1e2]`);
    await space.terraform.apply();
    expect(space.terraform.instance("pantry_jar")?.attributes.lots).toEqual([9, 10, 100]);
    space.configureJar(`label = "n"\n grams = 1\n lots = [100, 9, 10]`);
    expect((await space.terraform.plan()).code).toBe(0);
  });
});
