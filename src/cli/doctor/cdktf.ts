/** Checks whether the cdktf-cli of a project can start. It loads a binary for pseudoterminals, which not every Node version has. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { type Finding, finding } from "./finding";

const terminalPackage = "@cdktf/node-pty-prebuilt-multiarch";
/** Has Node-API binaries, which work in every Node version, for Linux with glibc, macOS and Windows. */
const replacement = "npm:@lydell/node-pty@1.1.0";
const install = `npm pkg set overrides.${terminalPackage}=${replacement} && npm install --save-dev cdktf-cli@0.21`;

/** @returns no findings for a folder that is not a cdktf project */
export function checkCdktf(folder: string): Finding[] {
  const fromProject = createRequire(resolve(folder, "package.json"));
  const cli = resolveFrom(fromProject, "cdktf-cli/package.json");
  if (cli === undefined) {
    const isProject = existsSync(join(folder, "cdktf.json"));
    if (!isProject || resolveFrom(fromProject, "cdktn-cli/package.json") !== undefined) return [];
    return [finding("cdktf", "warning", "cdktf-cli is not installed in this project.", `Run ${install}.`)];
  }
  const fromCli = createRequire(cli);
  const { version } = fromCli("./package.json") as { version: string };
  try {
    withoutConsole(() => {
      fromCli(terminalPackage);
    });
    return [finding("cdktf", "ok", `cdktf-cli ${version}.`)];
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n") : [];
    const what = `cdktf-cli ${version} cannot start on Node ${process.versions.node}: cannot load ${terminalPackage} (${reason.replace(/\.$/, "")}).`;
    const remedy = `Run npm uninstall cdktf-cli && ${install}. On Alpine Linux, run npx tsx main.ts and then terraform instead.`;
    return [finding("cdktf", "error", what, remedy)];
  }
}

/** The package prints the stack of an error that it handles. */
function withoutConsole(load: () => void): void {
  const { error } = console;
  console.error = () => undefined;
  try {
    load();
  } finally {
    console.error = error;
  }
}

function resolveFrom(from: NodeJS.Require, name: string): string | undefined {
  try {
    return from.resolve(name);
  } catch {
    return undefined;
  }
}
