/**
 * `npm run test:executable` builds the executable of this machine and runs tests against it instead of the npm package: by default
 * those of the command and of the provider. Arguments, after `--`: paths of tests, `--long` for the long tests, and `--faults` for
 * `npm run test:faults` with its options.
 */
import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executableName, targetOfThisMachine } from "./executables/targets";

const root = resolve(__dirname, "..");
const defaultTests = [
  "test/executable/",
  "test/cli/",
  "test/provider/",
  "test/tfplugin/robustness/listener.test.ts",
];

function main(): number {
  const target = targetOfThisMachine();
  if (target === undefined) throw new Error("Bun does not run on this machine.");
  const folder = mkdtempSync(join(tmpdir(), "dbmon-executable-"));
  try {
    const built = run("npx", ["tsx", "scripts/build-executables.ts", "--out", folder]);
    if (built !== 0) return built;
    const executable = join(folder, "dbmon");
    linkSync(join(folder, executableName(target)), executable);
    mkdirSync(join(folder, "provider"));
    linkSync(executable, join(folder, "provider/terraform-provider-dbmon"));
    return runTests(process.argv.slice(2), executable);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTests(args: readonly string[], executable: string): number {
  const variables = { DBMON_EXECUTABLE: executable };
  if (args.includes("--faults")) {
    const options = args.filter((argument) => argument !== "--faults");
    return run("npx", ["tsx", "scripts/reliability.ts", ...options], variables);
  }
  const configuration = args.includes("--long")
    ? ["--config", "jest.long.config.js"]
    : ["--config", "jest.executable.config.js"];
  const selected = args.filter((argument) => argument !== "--long");
  const tests = selected.some((argument) => !argument.startsWith("-")) ? [] : defaultTests;
  return run("npx", ["jest", ...configuration, ...tests, ...selected], variables);
}

function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): number {
  return (
    spawnSync(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...variables } }).status ??
    1
  );
}

process.exitCode = main();
