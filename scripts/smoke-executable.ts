/**
 * `npm run test:smoke` builds the executable of this machine, and runs it once as each of its parts: version, emulator, apply, plan, and the
 * provider with terraform, on a Unix socket and on a loopback port. Options, after `--`:
 *
 * --executable FILE  runs this executable instead
 * --runner COMMAND   starts the executable with a command, for example "qemu-aarch64-static -L /usr/aarch64-linux-gnu"
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { executableFile } from "../src/platform";
import { isolatedEnvironment } from "../src/testing/terraform-workspace";
import { buildForThisMachine } from "./executables/build-for-this-machine";
import { findTerraform } from "./find-terraform";

/** The program and its first arguments. */
type Command = readonly [program: string, ...args: string[]];

const definitions = {
  alerts: [{ name: "A", policy: 1, destinations: [1], event: { categories: ["deploy"] } }],
};
const configuration = `terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}
resource "dbmon_alert" "b" {
  name   = "B"
  policy = 1
  event  = { categories = ["deploy"] }
}
`;

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns stdout @throws Error with all output if the exit code is not 0 */
function run(
  [program, ...first]: Command,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  work: string,
): string {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
    cwd: work,
    env,
    encoding: "utf8",
  });
  if (error !== undefined) throw new Error(`${program} does not start: ${error.message}`);
  if (status !== 0) throw new Error(`${[program, ...first, ...args].join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

interface Service {
  readonly process: ChildProcess;
  readonly environment: Readonly<Record<string, string>>;
}

async function startEmulator([program, ...first]: Command, work: string): Promise<Service> {
  const args = [...first, "emulator", "--port", "0", "--token", "smoke-token", "--data", "data.db"];
  const child = spawn(program, args, { cwd: work, stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^dbmon emulator listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined)
      return { process: child, environment: { DBMON_BASE_URL: url, DBMON_API_TOKEN: "smoke-token" } };
  }
  throw new Error("The emulator exited before it was ready.");
}

/** A folder with the executable under the provider's name, or with a script that starts it with the runner. */
function createProviderFolder(executable: string, runner: string | undefined, work: string): string {
  const folder = join(work, "provider");
  mkdirSync(folder);
  const provider = join(folder, executableFile("terraform-provider-dbmon", process.platform));
  if (runner === undefined) copyFileSync(executable, provider);
  else writeFileSync(provider, `#!/bin/sh\nexec ${runner} '${executable}'\n`, { mode: 0o755 });
  return folder;
}

/** Applies and plans the configuration over each network of the plugin protocol. */
function runTerraform(
  terraform: string,
  providerFolder: string,
  environment: Service["environment"],
  work: string,
): void {
  const folder = join(work, "terraform");
  mkdirSync(folder);
  writeFileSync(join(folder, "main.tf"), configuration);
  const isolated = isolatedEnvironment(folder, "dbmon/dbmon", providerFolder);
  for (const network of ["unix", "tcp"]) {
    const variables = { ...isolated, ...environment, TFPLUGIN_NETWORK: network };
    for (const args of [
      ["apply", "-auto-approve"],
      ["plan", "-detailed-exitcode"],
    ]) {
      run([terraform], [...args, "-no-color"], variables, folder);
    }
    report(`terraform apply and plan over ${network}: done`);
    run([terraform], ["destroy", "-auto-approve", "-no-color"], variables, folder);
  }
}

async function runAll(work: string, executable: string, runner: string | undefined): Promise<void> {
  const [program, ...args] = runner?.split(" ") ?? [];
  const command: Command = program === undefined ? [executable] : [program, ...args, executable];
  report(`version: ${run(command, ["--version"], {}, work).trim()}`);
  writeFileSync(join(work, "alerts.json"), JSON.stringify(definitions));
  const service = await startEmulator(command, work);
  try {
    run(command, ["apply", "alerts.json", "--yes"], service.environment, work);
    run(command, ["plan", "alerts.json", "--detailed-exitcode"], service.environment, work);
    report("emulator, apply and plan: done");
    const terraform = findTerraform();
    if (terraform === undefined) report("provider: not tried, because terraform is not on the PATH");
    else runTerraform(terraform, createProviderFolder(executable, runner, work), service.environment, work);
  } finally {
    const exit = once(service.process, "exit");
    service.process.kill();
    await exit;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { executable: { type: "string" }, runner: { type: "string" } } });
  const work = mkdtempSync(join(tmpdir(), "dbmon-smoke-"));
  try {
    const executable =
      values.executable === undefined ? await buildForThisMachine(work) : resolve(values.executable);
    await runAll(work, executable, values.runner);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
