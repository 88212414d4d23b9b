/** Values that are known only after apply, at all depths. */
import { describeWithTerraform } from "../support/terraform";
import { PantryWorkspace } from "./pantry/workspace";

const source = (input: string) => `resource "terraform_data" "source" { input = ${input} }`;

describeWithTerraform("a value unknown at plan", () => {
  let space: PantryWorkspace;
  PantryWorkspace.forEachTest((started) => (space = started));

  const jars = [
    ["a whole attribute", `label = terraform_data.source.output`, "grams = 1"],
    ["a refined text", `label = "jar-\${terraform_data.source.output}"`, "grams = 1"],
    ["an element of a set", `tags = ["a", terraform_data.source.output]`, `label = "x"\n grams = 1`],
    ["a whole set", `tags = toset([terraform_data.source.output])`, `label = "x"\n grams = 1`],
    [
      "a nested attribute",
      `sweetness = { sugar = 1, kind = terraform_data.source.output }`,
      `label = "x"\n grams = 1`,
    ],
    ["a number", `grams = length(terraform_data.source.output)`, `label = "x"`],
    [
      "a refined whole",
      `notes = [for c in [terraform_data.source.output] : { text = c }]`,
      `label = "x"\n grams = 1`,
    ],
    ["a replaced one", `shelf = terraform_data.source.output`, `label = "x"\n grams = 1`],
  ] as const;
  const configuration = (input: string) =>
    [
      source(JSON.stringify(input)),
      ...jars.map(([what, line, rest]) => {
        const name = what.replaceAll(" ", "_");
        return `resource "pantry_jar" "${name}" {\n ${line}\n ${rest}\n }`;
      }),
    ].join("\n");

  test("is planned, applied and then known at all depths", async () => {
    const expectSettled = async (...args: string[]) => {
      const plan = await space.terraform.plan(...args);
      expect([plan.code, plan.code === 0 ? "" : plan.text]).toEqual([0, ""]);
    };
    space.configure(configuration("mint"));
    await space.terraform.apply();
    await expectSettled();
    await expectSettled("-refresh-only");

    // And once more as updates, where prior values exist.
    space.configure(configuration("salt"));
    await space.terraform.apply();
    expect(space.terraform.stateText()).not.toContain("mint");
    await expectSettled();
  });

  test("is validated as soon as it is known, before a write", async () => {
    const long = "x".repeat(41);
    space.configure(
      `${source(JSON.stringify(long))}\n resource "pantry_jar" "it" {\n label = terraform_data.source.output\n grams = 1\n }`,
    );
    const run = await space.terraform.run(["apply", "-auto-approve"]);
    expect(run.code).toBe(1);
    expect(run.text).toContain("A label has at most 40 characters.");
    expect(space.pantry.list()).toEqual([]);
  });

  test("in the provider configuration gives plans no session, and the apply one", async () => {
    const folder = "terraform_data.source.output";
    const jars = JSON.stringify(space.terraform.file("jars"));
    const body = `${source(jars)}\n resource "pantry_jar" "it" {\n label = "x"\n grams = 1\n }`;
    space.configure(body, folder);
    const plan = await space.terraform.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toContain("Planned without a pantry");
    await space.terraform.apply();
    expect(space.pantry.list()).toHaveLength(1);

    // Unknown again, with a jar in the state: it is not refreshed, and not lost.
    space.configure(body.replace(/\/jars"/, '/jars/"'), folder);
    const again = await space.terraform.plan();
    expect(again.text).toContain("pantry_jar was not refreshed");
    expect(again.stdout).toContain("0 to destroy");
  });
});
