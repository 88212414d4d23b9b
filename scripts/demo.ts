/**
 * The demonstration: one team's alerts from a TypeScript file to the service and back, told step by step. Everything
 * it starts it stops, and everything it writes is in a temporary folder. `npm run demo -- --verbose` hides nothing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { type ExampleProject, layOutExample } from "./example-project";
import { findTerraform } from "./find-terraform";

const root = resolve(__dirname, "..");
const dbmon = join(root, "dist/cli/main.js");
const isVerbose = process.argv.includes("--verbose");
const token = "demo-token";
let step = 0;

function tell(...lines: string[]): void {
  lines.forEach((line) => {
    process.stdout.write(`${line}\n`);
  });
}

function heading(text: string): void {
  tell("", `${String(++step)}. ${text}`, "");
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a line is worth showing; all are where it is left out. */
  readonly isWorthShowing?: (line: string) => boolean;
  /** Exit codes that are no failure. */
  readonly accept?: readonly number[];
}

/** Runs a command with its output indented, and returns its exit code. */
async function run({
  command,
  args,
  folder,
  environment,
  isWorthShowing,
  accept = [0],
}: Command): Promise<number> {
  tell(
    `   $ ${[command === process.execPath ? "dbmon" : command, ...args.filter((arg) => arg !== dbmon)].join(" ")}`,
  );
  const child = spawn(command, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const hidden: string[] = [];
  const print = (line: string) => {
    const text = readable(line);
    if (isVerbose || isWorthShowing === undefined || isWorthShowing(text))
      tell(text === "" ? "" : `   | ${text}`);
    else hidden.push(text);
  };
  const streams = [child.stdout, child.stderr].map((input) => createInterface({ input }).on("line", print));
  const [[code]] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    ...streams.map((stream) => once(stream, "close")),
  ]);
  if (accept.includes(code ?? -1)) return code ?? -1;
  tell(...hidden.map((line) => `   | ${line}`));
  throw new Error(`${command} ended with exit code ${String(code)}`);
}

/** Without the colors and cursor movements of tools that draw. */
function readable(line: string): string {
  return line.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").trimEnd();
}

interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly disabled: number;
}

/** What anybody with a token can do: look at the service, and change an alert by hand. */
class Service {
  private byHand: readonly LiveAlert[] = [];

  constructor(readonly url: string) {}

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}`);
    return response.json();
  }

  async alerts(): Promise<LiveAlert[]> {
    return ((await this.call("GET", "/config/alerts")) as { data: LiveAlert[] }).data;
  }

  async showAlertsByHand(): Promise<void> {
    this.byHand = await this.alerts();
    this.byHand.forEach(showAlert);
  }

  /** Those of the code. The others must be as they were. */
  async showAlerts(): Promise<void> {
    const known = new Set(this.byHand.map(({ id }) => id));
    const alerts = await this.alerts();
    const others = alerts.filter(({ id }) => known.has(id));
    if (!isDeepStrictEqual(others, this.byHand)) throw new Error("an alert made by hand is not as it was");
    const ofCode = alerts.filter(({ id }) => !known.has(id));
    ofCode.forEach(showAlert);
    if (ofCode.length === 0) tell("   The service holds no alerts of the code.");
    tell(`        and the ${String(others.length)} made by hand, as they were`);
  }
}

function showAlert({ id, name, type, disabled }: LiveAlert): void {
  const kind = type === 1 ? "event" : "threshold";
  tell(
    `   ${String(id).padStart(3)}  ${kind.padEnd(9)}  ${disabled === 1 ? "disabled" : "active  "}  ${name}`,
  );
}

async function startEmulator(
  work: string,
): Promise<{ readonly service: Service; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, [dbmon, "emulator", "--port", "0", "--token", token], {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: work },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^dbmon emulator listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { service: new Service(url), process: child };
  }
  throw new Error("the emulator ended before it served");
}

/** One round of the story, told once for cdktf with terraform and once for the engine alone. */
interface Tools {
  deploy(): Promise<void>;
  plan(accept: number): Promise<void>;
  destroy(): Promise<void>;
}

/** Of cdktf's output, in which a line may begin with the stack's name: what was planned and what was done. */
function isProgress(line: string): boolean {
  return /^(on-call)?\s*(Plan:|Apply complete|Destroy complete|.*: (Creation|Modifications|Destruction) complete|.*Error)/.test(
    line,
  );
}

/** Of terraform's plan: everything but the reads that lead to it and the advice below it. */
function isPlan(line: string): boolean {
  return !/^\S+: (Reading|Read complete|Refreshing)|^─|^Note: |^guarantee |^$/.test(line);
}

function cdktfTools(project: ExampleProject, environment: NodeJS.ProcessEnv, terraform: string): Tools {
  const { folder, stackFolder } = project;
  const cdktf = (verb: string) => ({
    command: "cdktf",
    args: [verb, "on-call", "--auto-approve", "--skip-provider-lock"],
    folder,
    environment,
    isWorthShowing: isProgress,
  });
  return {
    deploy: async () => {
      await run(cdktf("deploy"));
    },
    plan: async (accept) => {
      const args = ["plan", "-detailed-exitcode", "-no-color"];
      await run({
        command: terraform,
        args,
        folder: stackFolder,
        environment,
        accept: [accept],
        isWorthShowing: isPlan,
      });
    },
    destroy: async () => {
      await run(cdktf("destroy"));
    },
  };
}

function engineTools(project: ExampleProject, environment: NodeJS.ProcessEnv): Tools {
  const { folder } = project;
  const engine = (...args: string[]) => ({
    command: process.execPath,
    args: [dbmon, ...args],
    folder,
    environment,
  });
  const synthesize = { command: "tsx", args: ["main.ts"], folder, environment };
  return {
    deploy: async () => {
      await run(synthesize);
      await run(engine("apply", "cdktf.out", "--yes"));
    },
    plan: async (accept) => {
      await run({ ...engine("plan", "cdktf.out", "--detailed-exitcode"), accept: [accept] });
    },
    destroy: async () => {
      await run(engine("destroy", "cdktf.out", "--yes"));
    },
  };
}

async function tellTheStory(work: string, service: Service): Promise<void> {
  const terraform = findTerraform();
  tell(`   It serves on ${service.url}. People of its shop have made alerts by hand:`, "");
  await service.showAlertsByHand();
  tell("", "   No code names these, so all that follows leaves them as they are.");

  heading("The team's alerts are TypeScript: examples/on-call/main.ts. Deploy them.");
  const project = layOutExample("on-call", work);
  const environment = { ...project.environment, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: token };
  if (terraform === undefined) {
    tell(
      "   Neither terraform nor tofu is on the PATH, so the engine deploys the synthesized stack by itself,",
      "",
    );
  } else {
    tell(
      "   cdktf synthesizes them, and terraform creates each through the provider: POST the alert, PUT its",
      "   configuration.",
      "",
    );
  }
  const tools =
    terraform === undefined ? engineTools(project, environment) : cdktfTools(project, environment, terraform);
  await tools.deploy();

  heading("The alerts are in the service:");
  await service.showAlerts();

  heading("Somebody silences one by hand, in the service's own page.");
  const cpu = (await service.alerts()).find(({ name }) => name.startsWith("CPU:"));
  if (cpu === undefined) throw new Error("the CPU alert is not in the service");
  await service.call("PUT", `/config/alerts/${String(cpu.id)}`, { ...cpu, disabled: 1 });
  await service.showAlerts();

  heading("A plan shows the drift. Its exit code 2 is what a scheduled CI job looks at.");
  await tools.plan(2);

  heading("Deploying again repairs it, and nothing else.");
  await tools.deploy();
  tell("");
  await service.showAlerts();

  heading("Now the plan is clean: exit code 0.");
  await tools.plan(0);

  heading("Tidy up: destroy the alerts, those of the code only, and stop the service.");
  await tools.destroy();
  tell("");
  await service.showAlerts();
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
    tell("Alerts as code, from a file to the service and back.");
    heading("Start the service: an emulator on this machine, so that no account is needed.");
    const started = await startEmulator(work);
    emulator = started.process;
    await tellTheStory(work, started.service);
    tell("", "Done. Read examples/on-call/main.ts, change it, and run this again.");
  } catch (error) {
    process.stderr.write(
      `\nThe demonstration failed: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    await stop();
  }
}

void main();
