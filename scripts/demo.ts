/**
 * `npm run demo`: deploys the alerts of examples/on-call to an emulator, changes one manually, shows and repairs the drift, and
 * destroys the alerts. It writes only to a temporary folder. `npm run demo -- --verbose` prints the whole output of each command,
 * `--executable` runs the self-contained executable, which it builds first, and `--library cdktf` uses cdktf and its CLI in place of cdktn.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { type CdkLibrary, constructsOf } from "../src/definitions";
import { type Command, createExampleProject, type ExampleProject, packageCommand } from "./example-project";
import { buildForThisMachine } from "./executables/build-for-this-machine";
import { findTerraform } from "./find-terraform";

const isVerbose = process.argv.includes("--verbose");
const library: CdkLibrary = process.argv.join(" ").includes("--library cdktf") ? "cdktf" : "cdktn";
const token = "demo-token";
let stepNumber = 0;

function print(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

function printHeading(text: string): void {
  print("", `${String(++stepNumber)}. ${text}`, "");
}

interface DemoCommand {
  /** A program on the PATH, a script of an installed package, or the command dbmon. */
  readonly command: string | Command;
  /** Printed in place of the program. Default: dbmon. */
  readonly name?: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Selects the lines to print. Default: every line. */
  readonly isShown?: (line: string) => boolean;
  /** The exit code of success. Default: 0. */
  readonly expectedCode?: number;
}

/** Runs a command and prints its output indented. On failure it also prints the lines that it hid. */
async function run({ command, args, folder, environment, isShown, expectedCode = 0, ...names }: DemoCommand) {
  const [program, ...first] = typeof command === "string" ? [command] : command;
  const { name = typeof command === "string" ? command : "dbmon" } = names;
  print(`   $ ${[name, ...args].join(" ")}`);
  const child = spawn(program, [...first, ...args], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const hidden: string[] = [];
  const printLine = (line: string) => {
    const text = withoutColors(line);
    if (isVerbose || isShown === undefined || isShown(text)) print(text === "" ? "" : `   | ${text}`);
    else hidden.push(text);
  };
  const streams = [child.stdout, child.stderr].map((input) =>
    createInterface({ input }).on("line", printLine),
  );
  const [[code]] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    ...streams.map((stream) => once(stream, "close")),
  ]);
  if (code === expectedCode) return;
  print(...hidden.map((line) => `   | ${line}`));
  throw new Error(`${name} exited with code ${String(code)}, expected ${String(expectedCode)}.`);
}

/** Removes the escape sequences for colors and cursor movements. */
function withoutColors(line: string): string {
  return line.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").trimEnd();
}

interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly disabled: number;
}

/** The service, as a user with an API token sees it. */
class Service {
  /** The alerts that exist before the first deployment. */
  private unmanaged: readonly LiveAlert[] = [];

  constructor(readonly url: string) {}

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} failed with status ${String(response.status)}.`);
    return response.json();
  }

  async alerts(): Promise<LiveAlert[]> {
    return ((await this.call("GET", "/config/alerts")) as { data: LiveAlert[] }).data;
  }

  async printUnmanagedAlerts(): Promise<void> {
    this.unmanaged = await this.alerts();
    this.unmanaged.forEach(printAlert);
  }

  /** Prints the managed alerts, and checks that no unmanaged alert has changed. */
  async printManagedAlerts(): Promise<void> {
    const unmanagedIds = new Set(this.unmanaged.map(({ id }) => id));
    const alerts = await this.alerts();
    const others = alerts.filter(({ id }) => unmanagedIds.has(id));
    if (!isDeepStrictEqual(others, this.unmanaged)) throw new Error("An unmanaged alert has changed.");
    const managed = alerts.filter(({ id }) => !unmanagedIds.has(id));
    managed.forEach(printAlert);
    if (managed.length === 0) print("   No managed alerts.");
    print(`   ${String(others.length)} unmanaged alerts, unchanged.`);
  }
}

function printAlert({ id, name, type, disabled }: LiveAlert): void {
  const kind = type === 1 ? "event" : "threshold";
  print(
    `   ${String(id).padStart(3)}  ${kind.padEnd(9)}  ${disabled === 1 ? "disabled" : "active  "}  ${name}`,
  );
}

async function startEmulator(
  work: string,
  [program, ...args]: Command,
): Promise<{ readonly service: Service; readonly process: ChildProcess }> {
  const child = spawn(program, [...args, "emulator", "--port", "0", "--token", token], {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: work },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^dbmon emulator listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { service: new Service(url), process: child };
  }
  throw new Error(`The emulator exited before it was ready. ${errors}`);
}

/** The commands of the demo, run by a CDK library and terraform or by dbmon. */
interface Tools {
  deploy(): Promise<void>;
  plan(expectedCode: number): Promise<void>;
  destroy(): Promise<void>;
}

/** Selects the planned and completed changes of cdktf's output, where the name of the stack may precede a line. */
function isChange(line: string): boolean {
  return /^(on-call)?\s*(Plan:|Apply complete|Destroy complete|.*: (Creation|Modifications|Destruction) complete|.*Error)/.test(
    line,
  );
}

/** Selects the plan in terraform's output, without progress and hints. */
function isPlan(line: string): boolean {
  return !/^\S+: (Reading|Read complete|Refreshing)|^─|^Note: |^guarantee |^$/.test(line);
}

function cdktfTools(project: ExampleProject, environment: NodeJS.ProcessEnv, terraform: string): Tools {
  const { folder, stackFolder } = project;
  const cdktf = (verb: string) => ({
    command: [process.execPath, join(folder, "node_modules/cdktf-cli/bundle/bin/cdktf")] as const,
    name: "cdktf",
    args: [verb, "on-call", "--auto-approve", "--skip-provider-lock"],
    folder,
    environment,
    isShown: isChange,
  });
  return {
    deploy: async () => {
      await run(cdktf("deploy"));
    },
    plan: async (expectedCode) => {
      const args = ["plan", "-detailed-exitcode", "-no-color"];
      await run({
        command: terraform,
        args,
        folder: stackFolder,
        environment,
        expectedCode,
        isShown: isPlan,
      });
    },
    destroy: async () => {
      await run(cdktf("destroy"));
    },
  };
}

/** cdktn has no CLI for Node 20, so that tsx synthesizes the stack, and terraform deploys it. */
function cdktnTools(project: ExampleProject, environment: NodeJS.ProcessEnv, terraform: string): Tools {
  const inStack = (isShown: (line: string) => boolean, args: readonly string[], expectedCode = 0) =>
    run({ command: terraform, args, folder: project.stackFolder, environment, isShown, expectedCode });
  return {
    deploy: async () => {
      await run(synthesis(project));
      await inStack(() => false, ["init", "-no-color"]);
      await inStack(isChange, ["apply", "-auto-approve", "-no-color"]);
    },
    plan: (expectedCode) => inStack(isPlan, ["plan", "-detailed-exitcode", "-no-color"], expectedCode),
    destroy: () => inStack(isChange, ["destroy", "-auto-approve", "-no-color"]),
  };
}

function synthesis({ folder, environment }: ExampleProject): DemoCommand {
  const tsx = join(folder, "node_modules/tsx/dist/cli.mjs");
  return { command: [process.execPath, tsx], name: "tsx", args: ["main.ts"], folder, environment };
}

function dbmonTools(project: ExampleProject, environment: NodeJS.ProcessEnv, dbmon: Command): Tools {
  const { folder } = project;
  const dbmonCommand = (...args: string[]) => ({
    command: dbmon,
    args,
    folder,
    environment,
  });
  return {
    deploy: async () => {
      await run(synthesis(project));
      await run(dbmonCommand("apply", "cdktf.out", "--yes"));
    },
    plan: async (expectedCode) => {
      await run({ ...dbmonCommand("plan", "cdktf.out", "--detailed-exitcode"), expectedCode });
    },
    destroy: async () => {
      await run(dbmonCommand("destroy", "cdktf.out", "--yes"));
    },
  };
}

/** The examples import from cdktf. */
function useLibrary(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text
      .replace('from "cdktf"', `from "${library}"`)
      .replace('from "dbmon-iac"', `from "${constructsOf(library)}"`),
  );
}

async function runSteps(work: string, service: Service, dbmon: Command): Promise<void> {
  const terraform = findTerraform();
  print(
    `   The emulator listens on ${service.url}. Open this address in a browser to watch the alerts change.`,
    "   It starts with alerts that no code manages:",
    "",
  );
  await service.printUnmanagedAlerts();
  print("", "   The following steps never change these alerts.");

  printHeading("Deploy the alerts that examples/on-call/main.ts defines in TypeScript.");
  const project = createExampleProject("on-call", work, dbmon);
  useLibrary(join(project.folder, "main.ts"));
  print(
    library === "cdktn"
      ? "   It uses cdktn, which is maintained. For cdktf, its archived predecessor, add --library cdktf."
      : "   It uses cdktf, which is archived. Its maintained successor cdktn is the default.",
  );
  const environment = { ...project.environment, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: token };
  if (terraform === undefined) {
    print(
      "   Neither terraform nor tofu is on the PATH, so dbmon deploys the synthesized stack. It creates each alert",
      "   with a POST, and then writes the alert's configuration with a PUT.",
      "",
    );
  } else {
    print(
      `   ${library} synthesizes a stack, and ${terraform} applies it through the dbmon provider. The provider creates each`,
      "   alert with a POST, and then writes the alert's configuration with a PUT.",
      "",
    );
  }
  const tools =
    terraform === undefined
      ? dbmonTools(project, environment, dbmon)
      : { cdktf: cdktfTools, cdktn: cdktnTools }[library](project, environment, terraform);
  await tools.deploy();

  printHeading("List the alerts in the service.");
  await service.printManagedAlerts();

  printHeading("Make a manual change: disable the CPU alert in the service.");
  const cpu = (await service.alerts()).find(({ name }) => name.startsWith("CPU:"));
  if (cpu === undefined) throw new Error("The service has no CPU alert.");
  await service.call("PUT", `/config/alerts/${String(cpu.id)}`, { ...cpu, disabled: 1 });
  await service.printManagedAlerts();

  printHeading(
    "Detect the drift with a plan. Exit code 2 means that there are changes, which a CI job can check.",
  );
  await tools.plan(2);

  printHeading("Deploy again. Only the drifted alert changes.");
  await tools.deploy();
  print("");
  await service.printManagedAlerts();

  printHeading("Plan again. Exit code 0 means that there are no changes.");
  await tools.plan(0);

  printHeading("Clean up: destroy the managed alerts and stop the emulator.");
  await tools.destroy();
  print("");
  await service.printManagedAlerts();
}

async function main(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "dbmon-demo-"));
  let emulator: ChildProcess | undefined;
  const stop = async () => {
    if (emulator?.exitCode === null) {
      const exit = once(emulator, "exit");
      emulator.kill("SIGINT");
      await exit;
    }
    rmSync(work, { recursive: true, force: true });
  };
  process.once("SIGINT", () => {
    void stop().finally(() => process.exit(130));
  });
  try {
    print(
      "Demo: alerts as code, from TypeScript to a running service. It takes about a minute and needs no account.",
    );
    printHeading("Start an emulator of the service on localhost.");
    const dbmon: Command = process.argv.includes("--executable")
      ? [await buildForThisMachine(work)]
      : packageCommand;
    const started = await startEmulator(work, dbmon);
    emulator = started.process;
    await runSteps(work, started.service, dbmon);
    print(
      "",
      "Done. Next:",
      "- To try your own alerts, edit examples/on-call/main.ts, and run npm run demo again.",
      '- To start a project of your own, follow README.md from its section "Create your first alert".',
      "- To manage alerts without Terraform, read docs/guides/getting-started-yaml.md.",
    );
  } catch (error) {
    process.stderr.write(
      `\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n` +
        "Run npm run demo -- --verbose to see the whole output.\n",
    );
    process.exitCode = 1;
  } finally {
    await stop();
  }
}

void main();
