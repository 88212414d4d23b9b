/** Fails when a committed generated file differs from the output of its generator. Writes only to a temporary folder. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { findTerraform } from "./find-terraform";

const root = resolve(__dirname, "..");
const work = mkdtempSync(join(tmpdir(), "dbmon-generated-"));
const outdated: string[] = [];

function generate(script: string, out: string): void {
  execFileSync(join(root, "node_modules/.bin/tsx"), [join(root, "scripts", script), "--out", out], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "tsconfig.json")
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function compareFolders(committed: string, fresh: string): void {
  for (const file of new Set([...filesIn(committed), ...filesIn(fresh)])) {
    compareFiles(join(committed, file), join(fresh, file));
  }
}

function compareFiles(committed: string, fresh: string): void {
  if (contentOf(committed) !== contentOf(fresh)) outdated.push(relative(root, committed));
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

try {
  const protocol = join(work, "protocol");
  generate("generate-protocol.ts", protocol);
  compareFolders(join(root, "src/tfplugin/protocol/generated"), protocol);

  const action = join(work, "action.cjs");
  generate("generate-action.ts", action);
  compareFiles(join(root, "action/index.cjs"), action);

  const notices = join(work, "THIRD_PARTY_NOTICES");
  generate("generate-notices.ts", notices);
  compareFiles(join(root, "THIRD_PARTY_NOTICES"), notices);

  const pages = join(work, "pages");
  generate("generate-repository.ts", pages);
  for (const file of filesIn(pages)) compareFiles(join(root, file), join(pages, file));

  const openApi = join(work, "service.openapi.json");
  generate("generate-openapi.ts", openApi);
  compareFiles(join(root, "schemas/service.openapi.json"), openApi);

  const schemas = join(work, "schemas");
  generate("generate-schemas.ts", schemas);
  for (const file of filesIn(schemas)) compareFiles(join(root, "schemas", file), join(schemas, file));

  if (findTerraform() === undefined) {
    if (process.env.CI === "true")
      throw new Error(
        "terraform is not on the PATH. CI must check schemas/provider.json. Install terraform.",
      );
    process.stderr.write("\n*** NOT CHECKED: schemas/provider.json. terraform is not on the PATH.\n\n");
  } else {
    const schema = join(work, "provider.json");
    generate("generate-provider-schema.ts", schema);
    compareFiles(join(root, "schemas/provider.json"), schema);
  }

  const constructs = join(work, "constructs");
  mkdirSync(constructs);
  generate("generate-constructs.ts", constructs);
  compareFolders(join(root, "src/constructs/generated"), constructs);

  const help = join(work, "help");
  generate("generate-cli-help.ts", help);
  compareFiles(join(root, "src/cli/framework/program-help.ts"), join(help, "program-help.ts"));

  const docs = join(work, "docs");
  generate("generate-docs.ts", docs);
  generate("generate-cli-docs.ts", docs);
  for (const folder of ["resources", "data-sources", "list-resources", "actions", "functions", "cli"]) {
    compareFolders(join(root, "docs", folder), join(docs, folder));
  }
  for (const page of ["index.md", "problems.md"]) compareFiles(join(root, "docs", page), join(docs, page));
} finally {
  rmSync(work, { recursive: true, force: true });
}

if (outdated.length > 0) {
  process.stderr.write(
    `Generated files are outdated: ${outdated.join(", ")}\nRun npm run generate and commit the result.\n`,
  );
  process.exitCode = 1;
}
