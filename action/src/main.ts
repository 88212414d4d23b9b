/**
 * The step of action.yml, and the job of GitLab for forks: runs `dbmon pipeline` with the npm package of the project, or else with the
 * executable of a release. For an untrusted event, nothing of the checkout runs, and the executable receives no tokens.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { error } from "@actions/core";
import { version as ownVersion } from "../../package.json";
import { readGithubEvent, readGitlabEvent } from "../../src/pipelines/event";
import { commandVariables, requireTemporaryFolder } from "../../src/pipelines/variables";
import { downloadExecutable } from "./executable";

/** The part of our own package.json that is read. */
interface PackageJson {
  readonly version: string;
  readonly bin: { readonly dbmon: string };
}

async function main(): Promise<void> {
  const host = process.env["GITLAB_CI"] === "true" ? "gitlab" : "github";
  const isGithub = host === "github";
  const event = isGithub ? readGithubEvent(process.env) : readGitlabEvent(process.env);
  const temporary = isGithub ? requireTemporaryFolder(process.env) : mkdtempSync(join(tmpdir(), "dbmon-"));
  const isTrusted = event.untrusted === undefined;
  const installed = isTrusted ? findPackage() : undefined;
  const version = requestedVersion();
  const [program, ...args] =
    installed === undefined
      ? [await downloadExecutable(version === "" ? ownVersion : version, temporary, process.env)]
      : programOf(installed, version);
  const child = spawn(program, [...args, "pipeline", host], {
    stdio: "inherit",
    // `dbmon pipeline` itself needs the token for comments on a trusted change.
    env: isTrusted ? process.env : commandVariables(process.env, false),
  });
  // The runner signals only this process when a job is canceled. An untrusted run writes nothing that it would have to complete.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => child.kill(isTrusted ? signal : "SIGKILL"));
  child.on("error", fail);
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

/** The input `version`. Other inputs are validated by the command. */
function requestedVersion(): string {
  // The runner writes an object whose values are strings.
  const inputs = JSON.parse(process.env["DBMON_INPUTS"] ?? "{}") as Readonly<Record<string, string>>;
  const text = (inputs["version"] ?? "").trim().replace(/^v/, "");
  if (text === "" || /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(text)) return text;
  throw new Error("The input version is not a version. Set it to one such as 0.2.0.");
}

/** @returns the program and its first arguments @throws Error if another version is requested */
function programOf(folder: string, requested: string): readonly [program: string, ...args: string[]] {
  const { version, bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageJson;
  if (requested === "" || requested === version) return [process.execPath, join(folder, bin.dbmon)];
  throw new Error(
    `The input version is ${requested}, but the project has installed dbmon-iac ${version}. Remove the input, or install that version.`,
  );
}

/** The folder of the npm package that is installed in the project. */
function findPackage(): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", "dbmon-iac");
    if (existsSync(join(path, "package.json"))) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function fail(reason: unknown): void {
  error(reason instanceof Error ? reason.message : String(reason), { title: "dbmon" });
  process.exitCode = 1;
}

main().catch(fail);
