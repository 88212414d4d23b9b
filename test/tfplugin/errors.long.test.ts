/** Errors in a provider, as Terraform shows them. */
import { describeWithTerraform } from "../support/terraform";
import { PantryWorkspace } from "./pantry/workspace";

describeWithTerraform("a problem", () => {
  let space: PantryWorkspace;
  PantryWorkspace.forEachTest((started) => (space = started));

  const apply = () => space.terraform.run(["apply", "-auto-approve", "-input=false"]);

  test("of an attribute's validator points to the attribute", async () => {
    space.configureJar(`label = "${"x".repeat(41)}"\n grams = 1`);
    const run = await space.terraform.run(["validate"]);
    expect(run.code).toBe(1);
    expect(run.text).toMatch(/Invalid value with pantry_jar\.it, on main\.tf line \d+.* \d+: label = "xxx/);
    expect(run.text).toContain("A label has at most 40 characters.");
  });

  test("of the resource's validate names the nested attribute", async () => {
    space.configureJar(`label = "x"\n grams = 1\n tags = ["sour"]\n sweetness = {\n sugar = 5\n }`);
    const run = await space.terraform.run(["validate"]);
    expect(run.text).toContain("A jar tagged as sour has no sweetness. Attribute: sweetness.sugar");
  });

  test("all problems of one configuration are shown at once", async () => {
    space.configureJar(`label = "${"x".repeat(41)}"\n grams = 1.5\n tags = [null]\n notes = [null]`);
    const { text } = await space.terraform.run(["validate"]);
    expect(text).toContain("A label has at most 40 characters.");
    expect(text).toContain("Expected an integer between");
    expect(text.match(/Null element/g)).toHaveLength(2);
    expect(text).toContain("Attribute: notes[0]");
  });

  test("in the provider's configuration points into its block", async () => {
    space.configure(`resource "pantry_jar" "it" {\n label = "x"\n grams = 1\n }`, '"/nowhere"');
    const run = await space.terraform.plan();
    expect(run.code).toBe(1);
    expect(run.text).toMatch(
      /No such folder with provider\[.*\], on main\.tf line \d+.* folder = "\/nowhere"/,
    );
  });

  test("thrown by a handler is reported as a bug without its message", async () => {
    space.configureJar(`label = "explode"\n grams = 1`);
    const run = await apply();
    expect(run.code).toBe(1);
    expect(run.text).toContain("The provider has a bug");
    expect(run.text).toContain("Applying pantry_jar failed with an unexpected TypeError.");
    expect(run.text).not.toContain("hunter2");
    expect(run.text).not.toContain("did not respond");
    expect(space.terraform.instance("pantry_jar")).toBeUndefined();
  });

  test("thrown by a handler is in the debug log with its stack", async () => {
    space.configureJar(`label = "explode"\n grams = 1`);
    const run = await space.terraform.run(["apply", "-auto-approve"], { TF_LOG: "DEBUG" });
    // Terraform writes an entry's fields in no fixed order, and a stack on lines of its own.
    expect(run.stderr).toMatch(/\[DEBUG\] provider\.\S*pantry: unexpected exception:\s/);
    expect(run.stderr).toContain("does not explode");
  });

  test("thrown as diagnostics reaches the user unchanged", async () => {
    space.configureJar(`label = "refuse"\n grams = 1`);
    const run = await apply();
    expect(run.text).toMatch(/Error: Refused .* label = "refuse" .*The pantry does not want it\./);
  });

  test("with a created state taints the resource and keeps it in the state", async () => {
    space.configureJar(`label = "cracked"\n grams = 1`);
    const run = await apply();
    expect(run.code).toBe(1);
    expect(run.text).toContain("It is there, but not whole.");
    const [made] = space.pantry.list();
    expect(space.terraform.instance("pantry_jar")).toMatchObject({
      status: "tainted",
      attributes: { id: made?.id },
    });
    expect((await space.terraform.plan()).text).toMatch(/is tainted, so (it )?must be replaced/);
  });

  test("in an update keeps the prior state", async () => {
    space.configureJar(`label = "x"\n grams = 1`);
    await space.terraform.apply();
    space.configureJar(`label = "stuck"\n grams = 1`);
    const run = await apply();
    expect(run.text).toContain("The jar is stuck");
    expect(space.terraform.instance("pantry_jar")?.attributes.label).toBe("x");
  });

  test("in a delete keeps the resource", async () => {
    space.configureJar(`label = "glued"\n grams = 1`);
    await space.terraform.apply();
    const run = await space.terraform.run(["destroy", "-auto-approve"]);
    expect(run.code).toBe(1);
    expect(run.text).toContain("The jar is glued to the shelf");
    expect(space.terraform.instance("pantry_jar")?.attributes.label).toBe("glued");
  });
});
