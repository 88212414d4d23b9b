/** Checks Node, terraform or tofu, and the installation of the provider. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { errorMessage } from "../../diagnostics";
import { mirrorFiles } from "../provider/mirror";
import { runProgram } from "../run-program";
import { version } from "../version";
import { type Finding, finding } from "./finding";
import { isOnPath } from "./on-path";

const minNode = 20;
/** First version with import blocks. Provider functions need 1.8, and are optional. */
const minTerraform = [1, 5] as const;

export function checkNode(): Finding {
  const { node } = process.versions;
  return Number(node.split(".")[0]) >= minNode
    ? finding("node", "ok", `Node ${node}.`)
    : finding("node", "error", `Node ${node} is too old.`, `Install Node ${minNode} or later.`);
}

export async function checkTerraform(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const tool = ["terraform", "tofu"].find((name) => isOnPath(name, env));
  if (tool === undefined) {
    const remedy = `To deploy with Terraform, install terraform ${minTerraform.join(".")} or later, or tofu. dbmon apply needs neither.`;
    return [finding("terraform", "note", "Neither terraform nor tofu is on the PATH.", remedy)];
  }
  return [await checkToolVersion(tool, env), checkMirror(tool, env)];
}

const versionOutput = z.object({ terraform_version: z.string() });

async function checkToolVersion(tool: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const stdout = await runProgram(tool, ["version", "-json"], {
      env,
      // Prevents terraform from looking for updates and from writing to the home folder.
      variables: { CHECKPOINT_DISABLE: "1" },
      timeout: 30_000,
    });
    const { terraform_version: installed } = versionOutput.parse(JSON.parse(stdout));
    const [major = 0, minor = 0] = installed.split(".").map(Number);
    const [minMajor, minMinor] = minTerraform;
    return major > minMajor || (major === minMajor && minor >= minMinor)
      ? finding("terraform", "ok", `${tool} ${installed}.`)
      : finding(
          "terraform",
          "error",
          `${tool} ${installed} is too old.`,
          `Install ${minTerraform.join(".")} or later.`,
        );
  } catch {
    const what = `${tool} is on the PATH, but its version cannot be read.`;
    return finding("terraform", "error", what, `Run ${tool} version to see the error.`);
  }
}

function checkMirror(tool: string, env: NodeJS.ProcessEnv): Finding {
  const remedy =
    "Run dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc and export TF_CLI_CONFIG_FILE=~/dbmon.tfrc.";
  const file = cliConfigFile(tool, env);
  if (file === undefined) {
    return finding("provider", "warning", `The provider is not configured for ${tool}.`, remedy);
  }
  if (!existsSync(file)) {
    const what = `TF_CLI_CONFIG_FILE is set to ${file}, which does not exist.`;
    return finding("provider", "warning", what, remedy);
  }
  let text: string;
  try {
    // Reading a named pipe would wait for its writer.
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isDirectory())
      return finding("provider", "warning", `${file} is not a file.`, remedy);
    text = readFileSync(file, "utf8");
  } catch (error) {
    return finding("provider", "warning", `Cannot read ${file}: ${errorMessage(error)}.`, remedy);
  }
  const mirrors = mirrorsIn(text);
  if (mirrors.length === 0) {
    return finding("provider", "warning", `${file} has no filesystem mirror for the provider.`, remedy);
  }
  const installed = mirrors.flatMap(mirrorFiles).find((path) => existsSync(path));
  if (installed !== undefined) return finding("provider", "ok", `Version ${version} is at ${installed}.`);
  const what = `The mirror in ${file} (${mirrors.join(", ")}) does not contain version ${version} of the provider.`;
  return finding("provider", "warning", what, `Run dbmon provider install ${mirrors[0] ?? ""} > /dev/null.`);
}

/** The CLI configuration file that the tool reads: https://developer.hashicorp.com/terraform/cli/config/config-file. */
function cliConfigFile(tool: string, env: NodeJS.ProcessEnv): string | undefined {
  const configured = env["TF_CLI_CONFIG_FILE"];
  if (configured !== undefined && configured !== "") return configured;
  const home = env["HOME"] ?? homedir();
  const names = tool === "tofu" ? [".tofurc", ".terraformrc"] : [".terraformrc"];
  return names.map((name) => join(home, name)).find((file) => existsSync(file));
}

/** Returns the paths of filesystem mirrors that are string literals. */
function mirrorsIn(text: string): string[] {
  return Array.from(
    text.matchAll(/filesystem_mirror\s*\{([^{}]*)\}/g),
    ([, block = ""]) => /\bpath\s*=\s*("(?:[^"\\]|\\.)*")/.exec(block)?.[1],
  ).flatMap((literal) => (literal === undefined ? [] : [parseLiteral(literal)]));
}

/** Returns an invalid literal without its quotes. */
function parseLiteral(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
