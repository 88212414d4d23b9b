/** `dbmon demo`: an emulator and a project in a temporary folder, and the steps from a deployment to a report. */
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ServiceClient, WebhookReceiver } from "../../../client";
import { ProblemError, Secret, toSafeLine } from "../../../diagnostics";
import { commandWords, isExecutable, runVisibly } from "../../../distribution";
import { ServiceEmulator } from "../../../emulator";
import { createFolder, npmCall, variablesWithin } from "../../../platform";
import { isSupported } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import {
  alertName,
  createDemoProject,
  type DemoCommand,
  type DemoLanguage,
  reportFile,
  requireTools,
} from "./project";

export interface DemoFlags {
  readonly language: DemoLanguage;
  readonly yes: boolean;
  readonly keep?: string;
}

/** The user pressed Ctrl-C, or closed the input. */
class Stopped extends Error {}

export async function demoAction(context: CliContext, flags: DemoFlags): Promise<ExitCode> {
  const { language, yes, keep } = flags;
  if (!yes && context.prompt === undefined)
    throw ProblemError.of("usage", "There is no terminal in which to press Enter.", { remedy: "Add --yes." });
  requireTools(language, context.env);
  const folder = keep === undefined ? mkdtempSync(join(tmpdir(), "dbmon-demo-")) : newFolder(keep);
  let emulator: ServiceEmulator | undefined;
  let isDone = false;
  try {
    emulator = await ServiceEmulator.start({ propagationSeconds: 0 });
    await new Demo(context, flags, folder, emulator).run();
    isDone = true;
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    context.err(keep === undefined ? "Stopped. Nothing is left behind." : "Stopped.");
    return exitCodes.error;
  } finally {
    await emulator?.stop();
    if (keep === undefined) removeProject(folder, { keepsReport: isDone });
  }
}

function removeProject(folder: string, { keepsReport }: { readonly keepsReport: boolean }): void {
  const names = keepsReport ? readdirSync(folder).filter((name) => name !== reportFile) : [""];
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
}

function newFolder(path: string): string {
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw ProblemError.of("file-unwritable", "The folder is not empty. Nothing was written.", {
      where: { file: path },
      remedy: "Name a new folder.",
    });
  createFolder(folder);
  return folder;
}

class Demo {
  #step = 0;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(
    private readonly context: CliContext,
    private readonly flags: DemoFlags,
    private readonly folder: string,
    private readonly emulator: ServiceEmulator,
  ) {
    this.#environment = {
      ...variablesWithin(folder, context.env, process.platform),
      DBMON_BASE_URL: emulator.url,
      DBMON_API_TOKEN: emulator.token,
    };
  }

  async run(): Promise<void> {
    const { context, emulator, flags, folder } = this;
    context.out(
      `The emulator of the service listens on ${emulator.url}. Open this page in a browser to watch its alerts.`,
    );
    await this.#start("Find what is wrong with the alerts that exist", "Needs only an address and a token.");
    await this.#runCommand(["dbmon", "audit"]);

    const project = createDemoProject(flags.language, folder, context.env);
    Object.assign(this.#environment, project.environment);
    await this.#start("Define an alert", `${join(folder, project.file)}:`);
    for (const line of project.text.trimEnd().split("\n")) context.out(`   | ${line}`);
    for (const command of project.prepare) await this.#runCommand(command, { isShown: false });

    await this.#start("Deploy it");
    for (const command of project.deploy) await this.#runCommand(command);

    await this.#start("Cause drift", "Someone disables the alert by hand.");
    await this.#disableAlert();

    await this.#start("Find the drift", "Exit code 2 means that there is some, so that a CI job can fail.");
    for (const command of project.showDrift) await this.#runCommand(command, { expectedCode: 2 });

    await this.#start("Write a report for reviewers");
    for (const command of project.writeReport) await this.#runCommand(command);

    await this.#start("Repair the drift", "A deployment restores what the code says.");
    for (const command of project.deploy) await this.#runCommand(command);

    await this.#start(
      "Prove that a page arrives",
      "A fire drill notifies a webhook, which the command receives.",
    );
    await this.#runCommand(await this.#prepareDrill());
    this.#finish();
  }

  async #start(heading: string, text?: string): Promise<void> {
    const { context } = this;
    if (this.#step > 0) await this.#waitForEnter("Press Enter to continue.");
    this.#step += 1;
    context.out("");
    context.out(`${this.#step}. ${heading}`);
    if (text !== undefined) context.out(`   ${toSafeLine(text)}`);
  }

  #finish(): void {
    const { context, flags, folder } = this;
    const start = commandWords(context.env).join(" ");
    context.out("");
    context.out(
      flags.keep === undefined
        ? "Done. Only the report is left. To keep the project too, add --keep DIR."
        : `Done. The project and the report are in ${toSafeLine(folder)}.`,
    );
    context.out(`Open the report in a browser: ${pathToFileURL(join(folder, reportFile)).href}`);
    context.out(`Next, create a project of your own: ${start} init my-alerts --language ${flags.language}`);
  }

  async #waitForEnter(text: string): Promise<void> {
    const { context, flags } = this;
    if (context.signal.aborted) throw new Stopped();
    if (flags.yes) return;
    const answer = await context.prompt?.(text);
    if (answer === undefined) throw new Stopped();
  }

  async #runCommand(
    command: DemoCommand,
    options: { isShown?: boolean; expectedCode?: number } = {},
  ): Promise<void> {
    const { isShown = true, expectedCode = 0 } = options;
    const { context, folder } = this;
    if (isShown) context.out(`   $ ${command.join(" ")}`);
    const [program, ...args] = command;
    const [file = "", ...first] = programFiles(program);
    const onLine = (line: string) => {
      context.out(`   | ${toSafeLine(line)}`);
    };
    // `terraform show -json` prints the plan, which dbmon reads from a file.
    const output = args[0] === "show" ? openSync(join(folder, "plan.json"), "w") : "pipe";
    const { code, lines } = await runVisibly(file, [...first, ...args], {
      cwd: folder,
      env: this.#environment,
      shell: program === "npm" && npmCall([], process.platform).shell,
      signal: context.signal,
      output,
      onLine: isShown && output === "pipe" ? onLine : undefined,
    }).finally(() => {
      if (typeof output === "number") closeSync(output);
    });
    if (context.signal.aborted) throw new Stopped();
    if (code === expectedCode) return;
    for (const line of lines) context.err(toSafeLine(line));
    const what = `${command.join(" ")} exited with code ${code ?? "none"}, expected ${expectedCode}.`;
    throw ProblemError.of("package-failed", what, {
      remedy: "Run dbmon doctor to check this machine, and run again.",
    });
  }

  async #prepareDrill(): Promise<DemoCommand> {
    const [name, secret] = ["Tickets", "made-up-secret"];
    const receiver = await WebhookReceiver.start({ host: "127.0.0.1", port: 0, secret: undefined });
    const port = String(receiver.port);
    receiver.close();
    const config = { url: [`http://127.0.0.1:${port}/`], secret_key: [secret] };
    this.emulator.environment().add("destinations", { name, integration: 7, config });
    Object.assign(this.#environment, {
      DBMON_AGENT_TOKEN: this.emulator.agentToken,
      TICKETS_SECRET: secret,
    });
    const receive = ["--listen", port, "--secret-from", "TICKETS_SECRET", "--timeout", "30s"];
    return ["dbmon", "drill", name, ...receive, "--window", "0s", "--yes"];
  }

  /** As a person in the service, by its API. */
  async #disableAlert(): Promise<void> {
    const { url, token } = this.emulator;
    const connection = { baseUrl: new URL(url), apiToken: new Secret(token), agentToken: new Secret(token) };
    const client = new ServiceClient(connection);
    try {
      const alert = (await client.listAlerts()).filter(isSupported).find(({ name }) => name === alertName);
      if (alert !== undefined) await client.updateAlert({ ...alert, disabled: true });
    } finally {
      client.close();
    }
  }
}

function programFiles(program: string): readonly string[] {
  if (program === "node") return [process.execPath];
  if (program !== "dbmon") return [program];
  return isExecutable ? [process.execPath] : [process.execPath, join(__dirname, "..", "..", "main.js")];
}
