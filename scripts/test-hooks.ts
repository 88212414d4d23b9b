/**
 * `npm run test:hooks` runs the hooks of the last commit with the real pre-commit, in a repository with valid alerts and then with
 * invalid ones.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { breakDefinition, writeHooksProject } from "./hooks-project";

const root = resolve(__dirname, "..");

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed:\n${stderr}`);
  return stdout.trim();
}

/** A repository with the hooks as the guide configures them. */
function createRepository(folder: string): void {
  mkdirSync(folder);
  writeHooksProject(folder);
  const hooks = [{ id: "dbmon-check", args: ["alerts"] }, { id: "dbmon-test" }];
  const config = { repos: [{ repo: root, rev: git(root, "rev-parse", "HEAD"), hooks }] };
  writeFileSync(join(folder, ".pre-commit-config.yaml"), JSON.stringify(config));
  git(folder, "init", "--quiet");
  git(folder, "add", "alerts", "alerts.test.yaml", ".pre-commit-config.yaml");
}

interface Run {
  readonly status: number | null;
  readonly output: string;
}

/** @param work gets the cache of pre-commit @throws Error if pre-commit is not installed */
function runHooks(folder: string, work: string): Run {
  const args = ["run", "--all-files", "--color=never"];
  const env = { ...process.env, PRE_COMMIT_HOME: join(work, "cache") };
  const { status, stdout, error } = spawnSync("pre-commit", args, { cwd: folder, env, encoding: "utf8" });
  if (error !== undefined)
    throw new Error(
      `pre-commit does not start: ${error.message}.\n  Install it, for example with pipx install pre-commit.`,
    );
  return { status, output: stdout };
}

function expectRun({ status, output }: Run, expectedStatus: number, ...expected: readonly RegExp[]): void {
  const missing = expected.filter((pattern) => !pattern.test(output));
  if (status === expectedStatus && missing.length === 0) return;
  const wanted = [`exit code ${expectedStatus}`, ...missing.map(String)].join(", ");
  throw new Error(`pre-commit exited with ${String(status)}. Expected: ${wanted}\n${output}`);
}

function testHooks(work: string): void {
  const folder = join(work, "repository");
  createRepository(folder);
  expectRun(runHooks(folder, work), 0, /^dbmon check\.+Passed$/m, /^dbmon test\.+Passed$/m);
  process.stdout.write("Valid alerts: both hooks pass.\n");

  breakDefinition(folder);
  const where = /^error: alerts\/databases\.yaml:\d+:\d+: .*polcy/m;
  expectRun(runHooks(folder, work), 1, /^dbmon check\.+Failed$/m, /^dbmon test\.+Failed$/m, where);
  process.stdout.write("Invalid alerts: both hooks fail.\n");
}

const work = mkdtempSync(join(tmpdir(), "dbmon-pre-commit-"));
try {
  testHooks(work);
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
