/**
 * `npm run lint:registry` checks what Terraform's registry reads: docs/ with HashiCorp's tfplugindocs, which Go compiles, and the manifest of a
 * release. It reports what it cannot check, and fails only for what the registry would refuse.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { isOnPath } from "../src/distribution";
import { registryManifest } from "./release/files";

const root = resolve(__dirname, "..");
const tool = "github.com/hashicorp/terraform-plugin-docs/cmd/tfplugindocs";
const toolVersion = "v0.25.0";

/** https://developer.hashicorp.com/terraform/registry/providers/publishing#terraform-registry-manifest-file */
const manifestSchema = z.strictObject({
  version: z.literal(1),
  metadata: z.strictObject({ protocol_versions: z.array(z.literal(["5.0", "6.0"])).min(1) }),
});

function main(): void {
  manifestSchema.parse(registryManifest);
  if (!isOnPath("go", process.env)) {
    reportUnchecked("go is not on the PATH.");
    return;
  }
  const work = mkdtempSync(join(tmpdir(), "dbmon-registry-"));
  try {
    const env = { ...process.env, GOBIN: work };
    const installed = spawnSync("go", ["install", `${tool}@${toolVersion}`], { env, encoding: "utf8" });
    const program = join(work, "tfplugindocs");
    if (installed.status !== 0 || !existsSync(program)) reportUnchecked(installed.stderr.trim());
    else validateDocs(program, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function reportUnchecked(reason: string): void {
  process.stderr.write(`\n*** NOT CHECKED: docs/ with tfplugindocs. ${reason}\n\n`);
}

function validateDocs(program: string, work: string): void {
  const schema = join(work, "schema.json");
  // tfplugindocs looks for the provider under this address only.
  const text = readFileSync(join(root, "schemas/provider.json"), "utf8").replace(
    "/dbmon/dbmon",
    "/hashicorp/dbmon",
  );
  writeFileSync(schema, text);
  const args = ["validate", "--provider-dir", root, "--provider-name", "dbmon", "--providers-schema", schema];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) process.stdout.write("tfplugindocs accepts docs/.\n");
  else throw new Error(`tfplugindocs refuses docs/:\n${stdout}${stderr.replace(/^.* \[DEBUG\] .*\n/gm, "")}`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
