/**
 * The step of action.yml: runs `dbmon pipeline github` with the npm package of the project, or else with the executable of a release.
 * It has no dependencies, because an action is used without an installation.
 */
const { spawn } = require("node:child_process");
const { existsSync, readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { downloadExecutable } = require("./executable.cjs");

async function main() {
  const [program, ...args] = await findProgram(requestedVersion());
  const child = spawn(program, [...args, "pipeline", "github"], { stdio: "inherit" });
  // The runner signals only this process when a job is canceled.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", fail);
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

/** The input `version`. Other inputs are validated by the command. */
function requestedVersion() {
  const { version = "" } = JSON.parse(process.env.DBMON_INPUTS ?? "{}");
  const text = String(version).trim().replace(/^v/, "");
  if (text === "" || /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(text)) return text;
  throw new Error("The input version is not a version. Set it to one such as 0.2.0.");
}

/** @returns the program and its first arguments */
async function findProgram(version) {
  const installed = findPackage();
  if (installed === undefined) {
    const { version: own } = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8"));
    return [await downloadExecutable(version === "" ? own : version, process.env)];
  }
  if (version !== "" && version !== installed.version) {
    throw new Error(
      `The input version is ${version}, but the project has installed dbmon-iac ${installed.version}. Remove the input, or install that version.`,
    );
  }
  return [process.execPath, installed.command];
}

/** The npm package that is installed in the project. Undefined if there is none. */
function findPackage() {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", "dbmon-iac");
    if (existsSync(join(path, "package.json"))) {
      const { version, bin } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      return { version, command: join(path, bin.dbmon) };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** Prints an annotation. The texts of errors may contain foreign text. */
function fail({ message }) {
  const escaped = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::error title=dbmon::${escaped}\n`);
  process.exitCode = 1;
}

main().catch(fail);
