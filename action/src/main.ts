/** The step of action.yml: runs `dbmon pipeline github` with the npm package of the project, or else with the executable of a release. */
import { error } from "@actions/core";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { downloadExecutable } from "./executable";

/** The part of our own package.json that is read. */
interface PackageJson {
  readonly version: string;
  readonly bin: { readonly dbmon: string };
}

async function main(): Promise<void> {
  const [program, ...args] = await findProgram(requestedVersion());
  const child = spawn(program, [...args, "pipeline", "github"], { stdio: "inherit" });
  // The runner signals only this process when a job is canceled.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.on("error", fail);
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

/** The input `version`. Other inputs are validated by the command. */
function requestedVersion(): string {
  // The runner writes an object of texts.
  const inputs = JSON.parse(process.env["DBMON_INPUTS"] ?? "{}") as Readonly<Record<string, string>>;
  const text = (inputs["version"] ?? "").trim().replace(/^v/, "");
  if (text === "" || /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(text)) return text;
  throw new Error("The input version is not a version. Set it to one such as 0.2.0.");
}

/** @returns the program and its first arguments */
async function findProgram(version: string): Promise<readonly [program: string, ...args: string[]]> {
  const folder = findPackage();
  if (folder === undefined) {
    const own = readPackage(process.env["GITHUB_ACTION_PATH"] ?? ".").version;
    return [await downloadExecutable(version === "" ? own : version, process.env)];
  }
  const installed = readPackage(folder);
  if (version !== "" && version !== installed.version) {
    throw new Error(
      `The input version is ${version}, but the project has installed dbmon-iac ${installed.version}. Remove the input, or install that version.`,
    );
  }
  return [process.execPath, join(folder, installed.bin.dbmon)];
}

/** The folder of the npm package that is installed in the project. */
function findPackage(): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", "dbmon-iac");
    if (existsSync(join(path, "package.json"))) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageJson;
}

function fail(reason: unknown): void {
  error(reason instanceof Error ? reason.message : String(reason), { title: "dbmon" });
  process.exitCode = 1;
}

main().catch(fail);
