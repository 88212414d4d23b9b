/** Checks Node, terraform or tofu, and the installation of the provider. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { errorMessage, quote } from "../../diagnostics";
import { type Engine, mirrorFile } from "../provider/mirror";
import { runProgram } from "../shared/process/run-program";
import { isExecutable, version } from "../shared/distribution";
import { type Finding, finding } from "./finding";
import { isOnPath } from "./on-path";

const minNode = 20;
/** First version with import blocks. Provider functions need 1.8, and are optional. */
const minTerraform = [1, 5] as const;

export function checkNode(): Finding {
  if (isExecutable) {
    return finding(
      "node",
      "ok",
      `This is the self-contained executable ${process.execPath}. It needs no Node.`,
    );
  }
  const { node } = process.versions;
  return Number(node.split(".")[0]) >= minNode
    ? finding("node", "ok", `Node ${node}.`)
    : finding("node", "error", `Node ${node} is too old.`, `Install Node ${minNode} or later.`);
}

/** Checks the program in TERRAFORM_BINARY_NAME, which cdktf reads too, or else terraform or tofu on the PATH. Checks its provider too. */
export async function checkTerraform(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const configured = env["TERRAFORM_BINARY_NAME"] ?? "";
  const names = configured === "" ? ["terraform", "tofu"] : [configured];
  const tool = names.find((name) => isOnPath(name, env));
  if (tool === undefined && configured !== "") {
    const what = `TERRAFORM_BINARY_NAME is set to ${quote(configured)}, which is not an executable on the PATH.`;
    return [
      finding("terraform", "error", what, "Set it to terraform, tofu or the path of one, or unset it."),
    ];
  }
  if (tool === undefined) {
    const remedy = `To deploy with Terraform, install terraform ${minTerraform.join(".")} or later, or tofu. dbmon apply needs neither.`;
    return [finding("terraform", "note", "Neither terraform nor tofu is on the PATH.", remedy)];
  }
  const { engine, result } = await checkToolVersion(tool, env);
  return [result, checkMirror(engine, env)];
}

interface CheckedTool {
  readonly engine: Engine;
  readonly result: Finding;
}

async function checkToolVersion(tool: string, env: NodeJS.ProcessEnv): Promise<CheckedTool> {
  let engine: Engine = tool.includes("tofu") ? "OpenTofu" : "Terraform";
  try {
    const stdout = await runProgram(tool, ["version"], {
      env,
      // Prevents terraform from looking for updates and from writing to the home folder.
      variables: { CHECKPOINT_DISABLE: "1" },
      timeout: 30_000,
    });
    const [, name, installed = ""] = /^(Terraform|OpenTofu) v(\d+\.\d+\S*)/.exec(stdout) ?? [];
    // A program with either name can be the other engine.
    if (name === "Terraform" || name === "OpenTofu") engine = name;
    else throw new Error(`unexpected output of ${tool} version`);
    const [major = 0, minor = 0] = installed.split(".").map(Number);
    const [minMajor, minMinor] = minTerraform;
    const isSupported = major > minMajor || (major === minMajor && minor >= minMinor);
    const version = `${engine} ${installed} (${tool})`;
    const remedy = `Install ${minTerraform.join(".")} or later.`;
    const result = isSupported
      ? finding("terraform", "ok", `${version}.`)
      : finding("terraform", "error", `${version} is too old.`, remedy);
    return { engine, result };
  } catch {
    const what = `${tool} is on the PATH, but its version cannot be read.`;
    const remedy = `Run ${tool} version to see the error.`;
    return { engine, result: finding("terraform", "error", what, remedy) };
  }
}

function checkMirror(engine: Engine, env: NodeJS.ProcessEnv): Finding {
  const remedy =
    "Run dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc and export TF_CLI_CONFIG_FILE=~/dbmon.tfrc.";
  const file = cliConfigFile(engine, env);
  const implied = mirrorFile(join(homeOf(env), ".terraform.d", "plugins"), engine);
  if (file === undefined) {
    if (existsSync(implied)) return installedAt(implied);
    return finding("provider", "warning", `The provider is not configured for ${engine}.`, remedy);
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
  // Without this block, the engine searches the folder of plugins in the home folder.
  if (!text.includes("provider_installation") && existsSync(implied)) return installedAt(implied);
  const mirrors = mirrorsIn(text);
  if (mirrors.length === 0) {
    return finding("provider", "warning", `${file} has no filesystem mirror for the provider.`, remedy);
  }
  const installed = mirrors.map((mirror) => mirrorFile(mirror, engine)).find((path) => existsSync(path));
  if (installed !== undefined) return installedAt(installed);
  const what = `The mirror in ${file} (${mirrors.join(", ")}) does not contain version ${version} of the provider for ${engine}.`;
  return finding("provider", "warning", what, `Run dbmon provider install ${mirrors[0] ?? ""} > /dev/null.`);
}

function installedAt(path: string): Finding {
  return finding("provider", "ok", `Version ${version} is at ${path}.`);
}

/**
 * The CLI configuration file that the engine reads: https://developer.hashicorp.com/terraform/cli/config/config-file,
 * https://opentofu.org/docs/cli/config/config-file.
 */
function cliConfigFile(engine: Engine, env: NodeJS.ProcessEnv): string | undefined {
  const configured = env["TF_CLI_CONFIG_FILE"];
  if (configured !== undefined && configured !== "") return configured;
  const home = homeOf(env);
  const xdg = env["XDG_CONFIG_HOME"] ?? join(home, ".config");
  const terraform = join(home, ".terraformrc");
  const files =
    engine === "OpenTofu" ? [join(home, ".tofurc"), terraform, join(xdg, "opentofu", "tofurc")] : [terraform];
  return files.find((file) => existsSync(file));
}

function homeOf(env: NodeJS.ProcessEnv): string {
  return env["HOME"] ?? homedir();
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
