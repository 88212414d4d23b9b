/**
 * Writes src/constructs/generated/: the L1 classes that @cdktf/provider-generator generates from schemas/provider.json.
 * Usage: `tsx scripts/generate-constructs.ts [--out FOLDER]`. Needs neither a network nor terraform.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProviderSchema } from "@cdktf/commons";
import { CodeMaker } from "codemaker";

const root = resolve(__dirname, "..");
const generated = join(root, "src/constructs/generated");

/** cdktf requires a version constraint. This is the first version with this schema. */
const providerConstraint = "dbmon/dbmon@>= 0.1.0";

async function generate(out: string): Promise<void> {
  // Set before the packages load: otherwise they run terraform for its version and send telemetry.
  process.env.TERRAFORM_BINARY_NAME = "true";
  process.env.CHECKPOINT_DISABLE = "1";
  const { ConstructsMakerProviderTarget, Language, TerraformProviderConstraint } =
    await import("@cdktf/commons");
  // The index of the package needs jsii. The generator does not.
  const { TerraformProviderGenerator } =
    await import("@cdktf/provider-generator/lib/get/generator/provider-generator");
  const { sanitizeProviderSchema } = await import("@cdktf/provider-schema/src/provider-schema");
  const schema = JSON.parse(readFileSync(join(root, "schemas/provider.json"), "utf8")) as ProviderSchema;
  // A version in the schema would pin the users of the constructs to it.
  delete schema.provider_versions;

  const code = new CodeMaker();
  code.indentation = 2;
  const constraint = new TerraformProviderConstraint(providerConstraint);
  const generator = new TerraformProviderGenerator(code, sanitizeProviderSchema(schema));
  generator.generate(new ConstructsMakerProviderTarget(constraint, Language.TYPESCRIPT));
  const folder = mkdtempSync(join(tmpdir(), "dbmon-constructs-"));
  try {
    await code.save(folder);
    removeGenerated(out);
    // The lazy index is for untyped JavaScript, and the README only links to a registry.
    const isCopied = (path: string) => !path.endsWith("README.md") && !path.endsWith("lazy-index.ts");
    cpSync(join(folder, "providers/dbmon"), out, { recursive: true, filter: isCopied });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function removeGenerated(out: string): void {
  for (const name of readdirSync(out)) {
    if (name !== "tsconfig.json") rmSync(join(out, name), { recursive: true });
  }
}

const { values } = parseArgs({ options: { out: { type: "string" } } });
void generate(resolve(values.out ?? generated));
