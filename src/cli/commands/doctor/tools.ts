/** Checks Node, and terraform or tofu. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProblemError, quote } from "../../../diagnostics";
import { findTerraform, isExecutable, providerSource, runProgram, versionText } from "../../../distribution";
import { describeUntested } from "../../../platform";

const minNode = 20;
/** First version with import blocks. Provider functions need 1.8, and are optional. */
const minTerraform = [1, 5] as const;

export function dbmonVersion(): DoctorFinding {
  return finding("dbmon", "ok", `dbmon ${versionText}, on ${process.platform} ${process.arch}.`);
}

export function untestedPlatform(platform: NodeJS.Platform, arch: string): DoctorFinding {
  const remedy = "Report what works and what fails, as docs/status.md describes.";
  return finding("platform", "note", describeUntested(platform, arch), remedy);
}

export function checkNode(): DoctorFinding {
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

export async function checkTerraform(env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  const configured = env["TERRAFORM_BINARY_NAME"] ?? "";
  const tool = findTerraform(env);
  if (tool !== undefined) {
    const version = await checkToolVersion(tool, env);
    return version.health === "ok" ? [version, await checkProvider(tool, env)] : [version];
  }
  if (configured !== "") {
    const what = `TERRAFORM_BINARY_NAME is set to ${quote(configured)}, which is not an executable on the PATH.`;
    return [
      finding("terraform", "error", what, "Set it to terraform, tofu or the path of one, or unset it."),
    ];
  }
  const remedy = `To deploy with Terraform, install terraform ${minTerraform.join(".")} or later, or tofu. dbmon apply needs neither.`;
  return [finding("terraform", "note", "Neither terraform nor tofu is on the PATH.", remedy)];
}

/** A proxy that does not exist, because a diagnosis must ask no registry. */
const nowhere = "http://127.0.0.1:9";
const offline = {
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  NO_PROXY: "",
  http_proxy: nowhere,
  https_proxy: nowhere,
  no_proxy: "",
};

/** Runs init in a temporary folder, because only the program itself knows all ways in which it finds a provider on this machine. */
async function checkProvider(tool: string, env: NodeJS.ProcessEnv): Promise<DoctorFinding> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-doctor-"));
  const text = `terraform {\n  required_providers {\n    dbmon = { source = "${providerSource}" }\n  }\n}\n`;
  const variables = {
    ...offline,
    CHECKPOINT_DISABLE: "1",
    TF_DATA_DIR: "",
    TF_REGISTRY_DISCOVERY_RETRY: "0",
  };
  const by = `${providerSource} by ${describeConfiguration(tool, env)}.`;
  try {
    writeFileSync(join(folder, "main.tf"), text);
    await runProgram(tool, [`-chdir=${folder}`, "init"], { env, variables, timeout: 30_000 });
    return finding("provider", "ok", `${tool} init finds ${by}`);
  } catch {
    const remedy = "To deploy with Terraform, run dbmon provider install. dbmon apply needs no provider.";
    return finding("provider", "note", `${tool} init does not find ${by} A registry was not asked.`, remedy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeConfiguration(
  tool: string,
  { TF_CLI_CONFIG_FILE: file, HOME: home = "" }: NodeJS.ProcessEnv,
) {
  if (file) return `TF_CLI_CONFIG_FILE, ${quote(file)}${existsSync(file) ? "" : ", which does not exist"}`;
  const files = [...(tool.includes("tofu") ? [".tofurc"] : []), ".terraformrc"];
  return files.map((name) => join(home, name)).find((path) => existsSync(path)) ?? "its local mirrors";
}

async function checkToolVersion(tool: string, env: NodeJS.ProcessEnv): Promise<DoctorFinding> {
  const version = await readVersion(tool, env);
  if (version === undefined) {
    const what = `${tool} is on the PATH, but its version cannot be read.`;
    return finding("terraform", "error", what, `Run ${tool} version to see the error.`);
  }
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = minTerraform;
  if (major > minMajor || (major === minMajor && minor >= minMinor))
    return finding("terraform", "ok", `${tool} ${version}.`);
  const remedy = `Install ${minTerraform.join(".")} or later.`;
  return finding("terraform", "error", `${tool} ${version} is too old.`, remedy);
}

async function readVersion(tool: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const stdout = await runProgram(tool, ["version", "-json"], {
      env,
      // Prevents terraform from looking for updates and from writing to the home folder.
      variables: { CHECKPOINT_DISABLE: "1" },
      timeout: 30_000,
    });
    // Some versions print warnings on the CLI configuration before the JSON. OpenTofu uses this key too.
    const json = stdout.slice(Math.max(0, stdout.indexOf("{")));
    const { terraform_version: version } = JSON.parse(json) as { readonly terraform_version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}

/** `note` needs no fix. */
export type Health = "ok" | "note" | "warning" | "error";

export interface DoctorFinding {
  /** The subject of the check: "node", "terraform". */
  readonly check: string;
  readonly health: Health;
  readonly what: string;
  readonly remedy?: string;
}

export function finding(check: string, health: Health, what: string, remedy?: string): DoctorFinding {
  return { check, health, what, ...(remedy === undefined ? {} : { remedy }) };
}

/** Converts the problems of an error to findings. Rethrows any other error. */
export function findingsOf(check: string, error: unknown): DoctorFinding[] {
  if (!(error instanceof ProblemError)) throw error;
  return error.problems.map(({ what, remedy }) => finding(check, "error", what, remedy));
}
