/** What this machine has: Node, terraform or tofu, and the provider where they look for it. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { mirrorFiles } from "../provider/mirror";
import { version } from "../version";
import { type Finding, finding } from "./finding";
import { isOnPath } from "./on-path";

const oldestNode = 20;
/** Speaks protocol 6 of plugins. Functions of providers came with 1.8, and are not needed. */
const oldestTerraform = [1, 0] as const;

export function checkNode(): Finding {
  const { node } = process.versions;
  return Number(node.split(".")[0]) >= oldestNode
    ? finding("node", "ok", `Node ${node}.`)
    : finding("node", "error", `Node ${node} is too old.`, `Install Node ${oldestNode} or newer.`);
}

export async function checkTerraform(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const tool = ["terraform", "tofu"].find((name) => isOnPath(name, environment));
  if (tool === undefined) {
    const remedy = "Install terraform 1.0 or newer, or tofu, to deploy with it; dbmon apply needs neither.";
    return [finding("terraform", "note", "Neither terraform nor tofu is on the PATH.", remedy)];
  }
  return [await checkVersion(tool, environment), checkMirror(tool, environment)];
}

const versionAnswer = z.object({ terraform_version: z.string() });

async function checkVersion(tool: string, environment: NodeJS.ProcessEnv): Promise<Finding> {
  // Without the variable it would ask the network for news, and write to the home folder.
  const env = { ...environment, CHECKPOINT_DISABLE: "1" };
  try {
    const { stdout } = await promisify(execFile)(tool, ["version", "-json"], { env, timeout: 30_000 });
    const { terraform_version: found } = versionAnswer.parse(JSON.parse(stdout));
    const [major = 0, minor = 0] = found.split(".").map(Number);
    const isNew = major > oldestTerraform[0] || (major === oldestTerraform[0] && minor >= oldestTerraform[1]);
    return isNew
      ? finding("terraform", "ok", `${tool} ${found}.`)
      : finding("terraform", "error", `${tool} ${found} is too old.`, "Install 1.0 or newer.");
  } catch {
    const what = `${tool} is on the PATH, and does not tell its version.`;
    return finding("terraform", "error", what, `Run ${tool} version to see why.`);
  }
}

function checkMirror(tool: string, environment: NodeJS.ProcessEnv): Finding {
  const remedy =
    "Run dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc, and export TF_CLI_CONFIG_FILE=~/dbmon.tfrc.";
  const file = configurationFile(tool, environment);
  if (file === undefined)
    return finding("provider", "warning", `${tool} is not told where the provider is.`, remedy);
  if (!existsSync(file)) {
    const what = `TF_CLI_CONFIG_FILE names ${file}, which does not exist.`;
    return finding("provider", "warning", what, remedy);
  }
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const what = `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return finding("provider", "warning", what, remedy);
  }
  const mirrors = mirrorsIn(text);
  if (mirrors.length === 0)
    return finding("provider", "warning", `${file} names no filesystem mirror for the provider.`, remedy);
  const found = mirrors.flatMap((mirror) => mirrorFiles(mirror)).find((one) => existsSync(one));
  if (found !== undefined) return finding("provider", "ok", `Version ${version} is at ${found}.`);
  const what = `The mirror that ${file} names (${mirrors.join(", ")}) does not hold version ${version} of the provider.`;
  return finding("provider", "warning", what, `Run dbmon provider install ${mirrors[0] ?? ""} > /dev/null.`);
}

/** The one that the tool reads: https://developer.hashicorp.com/terraform/cli/config/config-file. */
function configurationFile(tool: string, environment: NodeJS.ProcessEnv): string | undefined {
  const named = environment["TF_CLI_CONFIG_FILE"];
  if (named !== undefined && named !== "") return named;
  const home = environment["HOME"] ?? homedir();
  const usual = tool === "tofu" ? [".tofurc", ".terraformrc"] : [".terraformrc"];
  return usual.map((name) => join(home, name)).find((file) => existsSync(file));
}

/** Paths of its filesystem mirrors, as far as they are written plainly. */
function mirrorsIn(text: string): string[] {
  return Array.from(
    text.matchAll(/filesystem_mirror\s*\{([^}]*)\}/g),
    ([, block = ""]) => /\bpath\s*=\s*("(?:[^"\\]|\\.)*")/.exec(block)?.[1],
  ).flatMap((path) => (path === undefined ? [] : [unquoted(path)]));
}

/** What terraform could not read either is shown as it stands. */
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
