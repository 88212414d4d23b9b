/** Checks whether the cdktf-cli of a project can start. It loads a native package for pseudoterminals, which some Node versions lack. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { isExecutable } from "../shared/distribution";
import { runProgram } from "../shared/process/run-program";
import { type Finding, finding } from "./finding";

const terminalPackage = "@cdktf/node-pty-prebuilt-multiarch";
/** Has Node-API binaries, which work in every Node version, for Linux with glibc, macOS and Windows. */
const replacement = "npm:@lydell/node-pty@1.1.0";
const install = `npm pkg set overrides.${terminalPackage}=${replacement} && npm install --save-dev cdktf-cli@0.21`;

/** @returns no findings for a folder that is not a cdktf project */
export async function checkCdktf(folder: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const fromProject = createRequire(resolve(folder, "package.json"));
  const cli = resolveFrom(fromProject, "cdktf-cli/package.json");
  if (cli === undefined) {
    const isProject = existsSync(join(folder, "cdktf.json"));
    if (!isProject || resolveFrom(fromProject, "cdktn-cli/package.json") !== undefined) return [];
    return [finding("cdktf", "warning", "cdktf-cli is not installed in this project.", `Run ${install}.`)];
  }
  const fromCli = createRequire(cli);
  const { version } = fromCli("./package.json") as { version: string };
  const result = await loadTerminalPackage(cli, env);
  if (result === undefined) {
    return [
      finding(
        "cdktf",
        "error",
        `cdktf-cli ${version} needs Node, which is not on the PATH.`,
        "Install Node 20 or later.",
      ),
    ];
  }
  const [node = "", reason = ""] = result.split("\n");
  if (reason === "") return [finding("cdktf", "ok", `cdktf-cli ${version}.`)];
  const what = `cdktf-cli ${version} cannot start on Node ${node}: cannot load ${terminalPackage} (${reason.replace(/\.$/, "")}).`;
  const remedy = `Run npm uninstall cdktf-cli && ${install}. On Alpine Linux, run npx tsx main.ts and then terraform instead.`;
  return [finding("cdktf", "error", what, remedy)];
}

/**
 * Loads the package in a separate process, because an executable is not the Node.js that runs cdktf-cli. The package prints errors that
 * it handles to stderr.
 * @returns the version of Node.js, and in the next line the error of a package that does not load. Undefined without Node.js
 */
async function loadTerminalPackage(cli: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const script = `
    console.log(process.versions.node);
    try { require("node:module").createRequire(process.argv[1])(process.argv[2]); } catch (error) { console.log(error.message); }`;
  const node = isExecutable ? "node" : process.execPath;
  try {
    return await runProgram(node, ["-e", script, cli, terminalPackage], {
      env,
      variables: {},
      timeout: 30_000,
    });
  } catch {
    return undefined;
  }
}

function resolveFrom(from: NodeJS.Require, name: string): string | undefined {
  try {
    return from.resolve(name);
  } catch {
    return undefined;
  }
}
