/** `dbmon pipeline`: runs a command for the event of a pipeline, and reports its result where the team reviews it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findTestFiles } from "../../alert-tests";
import { toSafeLine, truncate } from "../../diagnostics";
import {
  type CodeHost,
  keyOf,
  type PipelineCommand,
  type PipelineEvent,
  selectRuns,
  syncDriftIssue,
  upsertComment,
} from "../../pipelines";
import { type CliContext, type ExitCode, exitCodes, worseExitCode } from "../shared/context";
import { type CiSystem } from "./ci-system";
import { commentBody, describeOrigin, type Origin } from "./comment";
import { summarizeDrift } from "./drift-state";
import { githubActions } from "./github-actions";
import { gitlabCi } from "./gitlab-ci";
import { type InputParsers, type PipelineInputs, readInputs } from "./inputs";
import { type CommandRun, runCommand } from "./run-command";

const systems = { github: githubActions, gitlab: gitlabCi } as const;

export async function pipelineAction(
  context: CliContext,
  name: keyof typeof systems,
  parsers: InputParsers,
): Promise<ExitCode> {
  const system = systems[name];
  const inputs = readInputs(context.env, parsers);
  const event = system.readEvent(context.env);
  // A missing token fails before the command changes anything.
  const host = writesToHost(inputs, event) ? system.createHost(context) : undefined;
  try {
    const { runs, report } = await runCommands(context, system, inputs, event);
    const [run] = runs;
    if (host !== undefined) {
      const runUrl = system.runUrl(context.env);
      const reportUrl = runUrl === undefined || report === "" ? undefined : system.reportUrl(runUrl, report);
      const origin = { commit: event.commit, runUrl, reportUrl };
      await reportToHost(context, host, { inputs, event, run, origin });
    }
    return exitCodeOf(inputs, runs);
  } finally {
    host?.close();
  }
}

function writesToHost({ command, comment, onDrift }: PipelineInputs, event: PipelineEvent): boolean {
  if (event.untrusted !== undefined) return false;
  const writesIssue = command === "drift" && onDrift === "issue";
  return writesIssue || (comment && event.changeRequest !== undefined);
}

type CommandRuns = readonly [CommandRun, ...CommandRun[]];

/** @returns the runs, and the path of the HTML report of the first one, or an empty text */
async function runCommands(
  context: CliContext,
  system: CiSystem,
  inputs: PipelineInputs,
  event: PipelineEvent,
): Promise<{ readonly runs: CommandRuns; readonly report: string }> {
  const { commands, notice } = selectRuns(inputs.command, event);
  if (notice !== undefined) system.announce(context, notice);
  const folder = system.createReportFolder(context.env, inputs.command);
  const run = (command: PipelineCommand, own: PipelineInputs) =>
    runCommand(context, command, own, system.outputFlags(command, folder));
  const [first, ...others] = commands;
  const runs: [...CommandRuns] = [await run(first, inputs)];
  // The sources of the input are definitions, so the tests are those of the folder.
  for (const command of others) {
    if (command !== "test" || hasTestFiles()) runs.push(await run(command, { ...inputs, sources: [] }));
  }
  const file = join(folder, `${first}.html`);
  const report = existsSync(file) ? file : "";
  const { planFile = "" } = inputs;
  const outputs = {
    changes: runs.some(hasChanges),
    exitCode: worstCode(runs),
    planFile: planFile !== "" && existsSync(planFile) ? planFile : "",
    folder,
    report,
  };
  system.writeOutputs(context.env, outputs, runs);
  return { runs, report };
}

/** Whether the current folder or a subfolder has a test file. */
function hasTestFiles(): boolean {
  return findTestFiles(["."], []).length > 0;
}

function hasChanges({ report }: CommandRun): boolean {
  const reports = [report, ...(report.sections ?? []).map((section) => section.report)];
  return reports.some(({ counts = {} }) => Object.values(counts).some((count) => Number(count) > 0));
}

function worstCode(runs: readonly CommandRun[]): ExitCode {
  return runs.map(({ code }) => code).reduce(worseExitCode, exitCodes.done);
}

/** Changes of a plan are no failure, and neither is drift that has an issue. */
function exitCodeOf({ command, onDrift }: PipelineInputs, runs: readonly CommandRun[]): ExitCode {
  const code = worstCode(runs);
  const isExpected = command !== "drift" || onDrift === "issue";
  return code === exitCodes.changes && isExpected ? exitCodes.done : code;
}

interface HostReport {
  readonly inputs: PipelineInputs;
  readonly event: PipelineEvent;
  readonly run: CommandRun;
  readonly origin: Origin;
}

async function reportToHost(context: CliContext, host: CodeHost, result: HostReport): Promise<void> {
  const { inputs, event } = result;
  if (inputs.command === "drift" && inputs.onDrift === "issue") await reportDrift(context, host, result);
  else if (event.changeRequest !== undefined) {
    await upsertComment(host, event.changeRequest, commentOf(result));
  }
}

function commentOf({ inputs, run: { command, code, report }, origin }: HostReport) {
  return {
    marker: { topic: command, key: scopeKey(inputs) },
    body: commentBody(report, origin),
    // Passed checks are no news. A comment on failed ones is updated.
    updatesOnly: (command === "check" || command === "test") && code === exitCodes.done,
  };
}

async function reportDrift(context: CliContext, host: CodeHost, result: HostReport): Promise<void> {
  const { inputs, run, origin } = result;
  if (run.code === exitCodes.error) {
    context.err("The issue of the drift was not changed, because the comparison failed.");
    return;
  }
  const names = inputs.environments.join(", ");
  const title = `Alerts differ from their definitions${names === "" ? "" : `: ${names}`}`;
  const done = await syncDriftIssue(host, {
    ...summarizeDrift(run.document),
    key: scopeKey(inputs),
    title: truncate(toSafeLine(title), maxTitleLength),
    body: commentBody(run.report, origin),
    run: describeOrigin(origin),
  });
  done.forEach(context.err);
}

/** In UTF-16 units. GitHub and GitLab accept 255. */
const maxTitleLength = 200;

/** Separates comments of different environments or sources. */
function scopeKey({ environments, sources }: PipelineInputs): string {
  return keyOf([[...environments].sort(), [...sources].sort()]);
}
