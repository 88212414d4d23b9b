/** .pre-commit-hooks.yaml: pre-commit accepts it, and its entries work. `npm run test:hooks` runs them with pre-commit. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { load as parse } from "js-yaml";
import * as z from "zod";
import { breakDefinition, writeHooksProject } from "../../scripts/hooks-project";

const root = resolve(__dirname, "../..");
/** The keys of https://pre-commit.com/#creating-new-hooks that the hooks use. */
const hook = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  entry: z.string(),
  language: z.literal("system"),
  files: z.string(),
  pass_filenames: z.boolean(),
});
const hooks = z.array(hook).parse(parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")));

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-hooks-"));
  writeHooksProject(folder);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** As pre-commit runs it, in a project with the package. There is no connection to a service. */
function runEntry(entry: string) {
  const [program = "", ...args] = entry.split(" ");
  const env = { PATH: process.env.PATH, npm_config_cache: join(folder, ".npm"), npm_config_offline: "true" };
  return spawnSync(program, args, { cwd: folder, env, encoding: "utf8" });
}

it("has a hook for each offline command", () => {
  expect(hooks.map(({ id, entry }) => [id, entry])).toEqual([
    ["dbmon-check", "npx --no dbmon-iac check"],
    ["dbmon-test", "npx --no dbmon-iac test"],
  ]);
});

describe.each(hooks)("$id", ({ entry, files, pass_filenames }) => {
  it("runs once, offline, and fails for invalid definitions", () => {
    expect(pass_filenames).toBe(false);
    expect(runEntry(entry)).toMatchObject({ status: 0 });
    breakDefinition(folder);
    const { status, stdout, stderr } = runEntry(entry);
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("polcy");
  });

  it.each([
    ["alerts/databases.yaml", true],
    ["alerts/databases.yml", true],
    ["alerts.test.yaml", true],
    ["dbmon.json", true],
    ["alerts.ts", false],
    ["README.md", false],
  ])("runs after a change of %s: %s", (path, runs) => {
    expect(new RegExp(files).test(path)).toBe(runs);
  });
});
