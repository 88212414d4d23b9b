/**
 * Writes schemas/provider.json: the formatted output of `terraform providers schema -json`.
 * Usage: `tsx scripts/generate-provider-schema.ts [--out FILE]`. Needs the built provider, and terraform or tofu.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findTerraform } from "./find-terraform";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "schemas/provider.json"));
const terraform = findTerraform();
if (terraform === undefined) {
  throw new Error(
    "The provider schema cannot be generated: neither terraform nor tofu is on the PATH. Install one of them.",
  );
}

const folder = mkdtempSync(join(tmpdir(), "dbmon-schema-"));
try {
  const settings = join(folder, "terraformrc");
  writeFileSync(
    settings,
    `provider_installation {\n  dev_overrides { "dbmon/dbmon" = "${join(root, "dist")}" }\n}\n`,
  );
  writeFileSync(
    join(folder, "main.tf"),
    'terraform {\n  required_providers {\n    dbmon = { source = "dbmon/dbmon" }\n  }\n}\n',
  );
  const printed = execFileSync(terraform, ["providers", "schema", "-json"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, TF_CLI_CONFIG_FILE: settings, CHECKPOINT_DISABLE: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  writeFileSync(out, `${JSON.stringify(JSON.parse(printed), null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
