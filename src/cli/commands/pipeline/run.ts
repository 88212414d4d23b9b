/** `dbmon pipeline`: runs a command for the event of a pipeline, and reports its result where the team reviews it. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findTestFiles } from "../../../alert-tests";
import { isTerraformFile } from "../../../definitions";
import { omitUndefined, toSafeLine, truncate } from "../../../diagnostics";
import {
  type CodeHost,
  commandVariables,
  type IssueTopic,
  pathInRepository,
  type PipelineCommand,
  type PipelineEvent,
  readDrillAnswers,
  selectRuns,
  syncReportIssue,
  upsertComment,
} from "../../../pipelines";
import { inlineCode } from "../../../reports";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes, worseExitCode } from "../../framework/exit-codes";
import { writeFile } from "../../framework/files";
import { type CiSystem } from "./ci-system";
import { githubActions } from "./github-actions";
import { gitlabCi } from "./gitlab-ci";
import { type InputParsers, type PipelineInputs, readInputs } from "./inputs";
import { type CommandRun, runCommand } from "./run-command";
import { type JobScope, jobScope } from "./scope";
import { runTerraform } from "./terraform";

const systems = { github: githubActions, gitlab: gitlabCi } as const;

export async function pipelineAction(
  context: CliContext,
  name: keyof typeof systems,
  parsers: InputParsers,
): Promise<ExitCode> {
  const system = systems[name];
  const event = system.readEvent(context.env);
  const inputs = readInputs(context.env, parsers);
  // A missing token fails before the command changes anything.
  const host = writesToHost(inputs, event) ? system.createHost(context) : undefined;
  try {
    const env = commandVariables(context.env, event.untrusted === undefined);
    const scope = jobScope(context, inputs);
    const answered = inputs.issue === "drill" && host ? await readDrillAnswers(host, scope.job) : undefined;
    const own = { ...inputs, ...omitUndefined({ answered }) };
    const { runs, report, code } = await runCommands(
      { ...context, env, jobEnv: context.env },
      system,
      own,
      event,
    );
    const [run] = runs;
    if (host !== undefined && run !== undefined) {
      const runUrl = system.runUrl(context.env);
      const reportPath = pathInRepository(context.env, report);
      const reportUrl =
        runUrl === undefined || report === "" ? undefined : system.reportUrl(runUrl, reportPath);
      const origin = describeOrigin(scope.names, event.commit, runUrl, reportUrl);
      await reportToHost(context, host, { inputs, event, run, origin, ...scope });
    }
    // Planned changes are not a failure. Neither are drift and findings that are reported as an issue.
    const isExpected =
      inputs.issue !== undefined || (inputs.command !== "drift" && inputs.command !== "audit");
    const isUnconfirmed = inputs.issue === "drill" && code === exitCodes.notConfirmed;
    return isUnconfirmed || (code === exitCodes.changes && isExpected) ? exitCodes.done : code;
  } finally {
    host?.client.close();
  }
}

function writesToHost({ comment, issue }: PipelineInputs, event: PipelineEvent): boolean {
  if (event.untrusted !== undefined) return false;
  return issue !== undefined || (comment && event.changeRequest !== undefined);
}

/** @returns the runs, the path of the HTML report of the first one, or an empty text, and the worst exit code */
async function runCommands(
  context: CliContext,
  system: CiSystem,
  inputs: PipelineInputs,
  event: PipelineEvent,
): Promise<{ readonly runs: readonly CommandRun[]; readonly report: string; readonly code: ExitCode }> {
  const { terraform, planFile = "" } = inputs;
  const { commands, refusal } = selectRuns(inputs.command, event, terraform !== undefined);
  if (refusal !== undefined) system.announce(context, refusal);
  const folder = system.createReportFolder(context.env, inputs.command);
  const writeReport = (name: string, text: string) => {
    writeFile(join(folder, name), text);
  };
  const run = (command: PipelineCommand, own: PipelineInputs) =>
    terraform === undefined
      ? runCommand(context, command, own, system.outputFlags(command, folder), writeReport)
      : runTerraform(context, command, terraform);
  const runs: CommandRun[] = [];
  // The sources of the input are definitions. Tests are found in the current folder, or in that of a plan of Terraform.
  const plans = inputs.sources.filter(isTerraformFile);
  for (const [index, command] of commands.entries()) {
    if (index === 0) runs.push(await run(command, inputs));
    else if (command !== "test" || hasTestFiles(plans))
      runs.push(await run(command, { ...inputs, sources: plans }));
  }
  const file = join(folder, `${commands[0] ?? ""}.html`);
  const report = existsSync(file) ? file : "";
  const ownCode = refusal?.severity === "error" ? exitCodes.error : exitCodes.done;
  const code = runs.map((one) => one.code).reduce(worseExitCode, ownCode);
  const outputs = {
    changes: refusal === undefined ? runs.some(({ hasChanges }) => hasChanges) : undefined,
    exitCode: code,
    planFile: planFile !== "" && existsSync(planFile) ? planFile : "",
    folder,
    report,
  };
  system.writeOutputs(context.env, outputs, runs);
  return { runs, report, code };
}

function hasTestFiles(plans: readonly string[]): boolean {
  const folders = plans.length === 0 ? ["."] : plans.map((plan) => dirname(plan));
  return findTestFiles(folders, []).length > 0;
}

interface HostReport extends JobScope {
  readonly inputs: PipelineInputs;
  readonly event: PipelineEvent;
  readonly run: CommandRun;
  /** Markdown. */
  readonly origin: string;
}

async function reportToHost(context: CliContext, host: CodeHost, result: HostReport): Promise<void> {
  const { inputs, event, run, job, origin } = result;
  if (inputs.issue !== undefined) await reportIssue(context, host, inputs.issue, result);
  else if (event.changeRequest !== undefined) {
    await upsertComment(host, event.changeRequest, {
      marker: { topic: run.command, ...job },
      body: commentBody(run, origin),
      // Passed checks only update a comment on failed ones.
      updatesOnly: (run.command === "check" || run.command === "test") && run.code === exitCodes.done,
    });
  }
}

async function reportIssue(
  context: CliContext,
  host: CodeHost,
  topic: IssueTopic,
  { inputs, run, job, names, origin }: HostReport,
): Promise<void> {
  if (run.code === exitCodes.error) {
    context.err(
      `The ${topic} issue was not changed because the ${topic === "drift" ? "comparison" : topic} failed.`,
    );
    return;
  }
  const subjects = [...inputs.environments, ...names].join(", ");
  const title = `${issueTitles[topic]}${subjects === "" ? "" : `: ${subjects}`}`;
  const done = await syncReportIssue(host, {
    ...run.issue(),
    topic,
    ...job,
    title: truncate(toSafeLine(title), maxTitleLength),
    body: commentBody(run, origin),
    run: origin,
  });
  done.forEach(context.err);
}

const issueTitles = {
  drift: "Alerts differ from their definitions",
  audit: "Live alerts need attention",
  drill: "Destinations are not confirmed",
} as const;
/** In UTF-16 units. GitHub and GitLab accept 255. */
const maxTitleLength = 200;

function commentBody({ comment }: CommandRun, origin: string): string {
  return `${comment()}\n\n${origin}\n`;
}

function describeOrigin(
  names: readonly string[],
  commit: string | undefined,
  runUrl: string | undefined,
  reportUrl: string | undefined,
): string {
  const ofJob = names.length === 0 ? "" : `Job ${names.map(inlineCode).join(", ")}. `;
  const ofCommit = commit === undefined ? "" : `Commit ${inlineCode(commit.slice(0, 10))}. `;
  return `${ofJob}${ofCommit}${[...link("Run", runUrl), ...link("HTML report", reportUrl)].join(", ")}`;
}

/** @returns nothing for a URL with characters that end a link */
function link(text: string, url: string | undefined): string[] {
  return url !== undefined && /^https?:\/\/[\w.:/%~?=&#-]+$/.test(url) ? [`[${text}](${url})`] : [];
}
