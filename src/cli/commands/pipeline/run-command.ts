/** Runs a command of a pipeline in this process, and returns its result. */
import * as z from "zod";
import { capitalize, omitUndefined } from "../../../diagnostics";
import { type IssueSummary, keyOf, type PipelineCommand } from "../../../pipelines";
import { hasCounts, markdown, type Report } from "../../../reports";
import { type CliContext, type Document } from "../../framework/context";
import { type EnvironmentCommand } from "../../framework/environment-command";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type OutputFlags } from "../../framework/flags";
import * as actions from "../actions";
import * as environmentCommands from "../environment-commands";
import { writeAcceptPatches, type WriteFile } from "./accept-patch";
import { type PipelineInputs } from "./inputs";

/** In bytes. GitHub limits bodies to 65,536 characters. The rest is for the marker, the footer, and a line that closes an issue. */
export const commentLimit = 64_000;

export interface CommandRun {
  readonly command: PipelineCommand;
  readonly code: ExitCode;
  readonly hasChanges: boolean;
  /** Markdown, which depends only on the result: a time would change the comment with each run. */
  readonly comment: () => string;
  /** Of a `drift` or an `audit` without errors. */
  readonly issue: () => IssueSummary;
  /** Undefined for a run of Terraform. */
  readonly report?: Report;
}

export async function runCommand(
  context: CliContext,
  command: PipelineCommand,
  inputs: PipelineInputs,
  output: OutputFlags,
  writeFile: WriteFile,
): Promise<CommandRun> {
  let document: Document = {};
  const title = command === "backtest" ? "Back-test" : capitalize(command);
  let report: Report = { kind: "failure", title, findings: [], problems: [] };
  const child: CliContext = {
    ...context,
    // Suggestions repeat the command line. A pipeline has none.
    args: [command],
    command,
    prompt: undefined,
    onResult: (...result) => {
      [document, report] = result;
    },
  };
  const code = await start(child, command, inputs, output).catch((error: unknown) => {
    return actions.reportFailure(child, error, undefined);
  });
  const accepts = command === "drift" && inputs.accept && code === exitCodes.changes;
  const patch = accepts
    ? await writeAcceptPatches(child, inputs, driftedEnvironments(document), writeFile)
    : "";
  const end = command === "drill" ? drillRequest : patch;
  const comment = () => markdown(withoutTimes(report), commentLimit - Buffer.byteLength(end)) + end;
  return {
    command,
    code,
    report,
    hasChanges: hasCounts(report),
    comment,
    issue: () =>
      command === "drill"
        ? summarizeDrill(document)
        : command === "audit"
          ? { state: hasCounts(report) ? "reported" : "resolved", fingerprint: keyOf(comment()) }
          : summarizeDrift(document, patch !== ""),
  };
}

function start(
  context: CliContext,
  command: PipelineCommand,
  inputs: PipelineInputs,
  output: OutputFlags,
): Promise<ExitCode> {
  const { sources, environments, planFile, backtest, since, maxFirings, maxDeletes } = inputs;
  const environment = environments.length === 0 ? undefined : environments;
  const common = { ...output, ...omitUndefined({ environment }), yes: true } as const;
  // Each is undefined for commands that do not have it.
  const flags = { ...common, ...omitUndefined({ since, backtest, maxFirings, maxDeletes }) };
  const run = (one: EnvironmentCommand) => environmentCommands.runInEnvironments(context, common, one);
  switch (command) {
    case "check":
      return actions.checkAction(context, sources, common);
    case "test":
      return actions.testAction(context, sources, common);
    case "plan": {
      const file = omitUndefined({ out: planFile });
      return run(environmentCommands.planCommand(sources, { ...flags, detailedExitcode: true, ...file }));
    }
    case "backtest":
      return run(environmentCommands.backtestCommand(sources, flags));
    case "apply": {
      const file = omitUndefined({ plan: planFile });
      return run(environmentCommands.applyCommand(sources, { ...flags, ...file }));
    }
    case "drift":
      return run(environmentCommands.driftCommand(sources, { ...flags, detailedExitcode: true }));
    case "drill": {
      const { destinations, answered } = inputs;
      if (answered !== undefined) {
        const { key: resume, answers } = answered;
        return run(environmentCommands.drillCommand([], { ...flags, resume, answers }));
      }
      const selected = destinations.includes("*")
        ? { names: [], all: true as const }
        : { names: destinations };
      return run(environmentCommands.drillCommand(selected.names, { ...flags, ...selected }));
    }
    case "audit":
      return run(environmentCommands.auditCommand([], { ...flags, failOn: "warning" }));
  }
}

function withoutTimes(report: Report): Report {
  if (report.kind !== "environments") return { ...report, planned: undefined };
  const sections = report.sections.map((section) => ({
    ...section,
    origins: section.origins.map((origin) => ({ ...origin, planned: undefined })),
    report: withoutTimes(section.report),
  }));
  return { ...report, sections };
}

const alert = z.object({
  name: z.string(),
  status: z.enum(["in-sync", "pending", "mute ended", "hosts", "drifted", "unknown"]),
  action: z.string(),
  fields: z.array(z.unknown()),
});
const single = z.object({ alerts: z.array(alert) });
const several = z.object({ environments: z.record(z.string(), single) });

/** An empty text stands for the only environment. */
function driftedEnvironments(document: Document): readonly string[] {
  const environments = alertsByEnvironment(document);
  return Object.keys(environments).filter((name) =>
    environments[name]?.alerts.some(({ status }) => status === "drifted" || status === "unknown"),
  );
}

function alertsByEnvironment(document: Document) {
  return "environments" in document ? several.parse(document).environments : { "": single.parse(document) };
}

/** @param hasPatch whether the issue shows how to accept the values, which an open issue then takes up */
function summarizeDrift(document: Document, hasPatch: boolean): IssueSummary {
  const environments = alertsByEnvironment(document);
  const alerts = Object.entries(environments).flatMap(([environment, { alerts }]) =>
    alerts.map((alert) => ({ environment, ...alert })),
  );
  const drifted = alerts.filter(({ status }) => status !== "in-sync" && status !== "pending");
  const isPending = alerts.some(({ status }) => status === "pending");
  return {
    state: drifted.length > 0 ? "reported" : isPending ? "pending" : "resolved",
    fingerprint: keyOf(hasPatch ? [drifted, hasPatch] : drifted),
  };
}

const drillRequest =
  "\n\nTo confirm a destination, comment with its name and the code that it received: `NAME: CODE`. The next run of the job reads the comments.\n";

const drilled = z.object({
  destinations: z.array(z.object({ name: z.string(), drill: z.string(), result: z.string() })),
});

function summarizeDrill(document: Document): IssueSummary {
  const { destinations } = drilled.parse(document);
  const results = destinations.map(({ name, result }) => [name, result]);
  const isOpen = destinations.some(({ result }) => result !== "delivered");
  return {
    state: isOpen ? "reported" : "resolved",
    fingerprint: `${destinations[0]?.drill ?? ""}-${keyOf(results)}`,
  };
}
