/** Projects for the hooks of pre-commit: alerts, a test, and this package as npm installs it. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "..");

/** @param folder an existing folder */
export function writeHooksProject(folder: string): void {
  for (const name of ["alerts", "alerts.test.yaml"])
    cpSync(join(root, "templates/yaml", name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(root, "dist/cli/main.js"), join(folder, "node_modules/.bin/dbmon-iac"));
}

/** Misspells a key of the first alert. */
export function breakDefinition(folder: string): void {
  const file = join(folder, "alerts/databases.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("policy:", "polcy:"));
}
