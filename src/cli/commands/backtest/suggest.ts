/** `dbmon backtest --suggest`: the settings with which an alert meets a limit of firings, as an edit of its definition. */
import { type DefinitionSources } from "../../../definitions";
import { errorOf, type Problem, ProblemError, toSafeLine, warningOf } from "../../../diagnostics";
import { namesInCatalog, readOrigin, writeField, writeNames } from "../../../plan-document";
import { type Suggestion } from "../../../planning";
import { type AlertDefinition, placeOfField } from "../../../reconcile";
import { tableLines } from "../../../reports";
import { TextMap } from "../../../service";
import { liveObjects } from "../../edits/live-edits";
import { patchLines, patchOf } from "../../edits/patch";
import { planLiveEdits, writeEdits } from "../../edits/plan-edits";
import { type CliContext } from "../../framework/context";
import { type Prepared, type Result } from "../../framework/environment-command";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type HistoryFlags, type MaxFirings, type RunFlags } from "../../framework/flags";
import { isTextOutput, printReport, reportProblems } from "../../terminal/output";
import { type BacktestDocument } from "./document";
import { backtestReport, suggestionRows, suggestionSentences } from "./report";

export interface SuggestFlags {
  readonly suggest?: true;
  readonly write?: true;
}

type Flags = SuggestFlags & RunFlags & HistoryFlags & { readonly maxFirings?: MaxFirings };

export function validateSuggestFlags({ suggest, write, yes, maxFirings }: Flags): void {
  const needs = (option: string, needed: string) =>
    ProblemError.of("usage", `${option} has no effect without ${needed}.`, { remedy: `Add ${needed}.` });
  if (suggest === true && maxFirings === undefined) throw needs("--suggest", "--max-firings");
  if (write === true && suggest !== true) throw needs("--write", "--suggest");
  if (yes === true && write !== true) throw needs("--yes", "--write");
}

/** @throws ProblemError unless the options select one alert that can be tested */
export function requireOneAlert(selected: readonly AlertDefinition[], { metrics }: Flags): void {
  const [definition] = selected;
  if (definition === undefined || selected.length > 1)
    throw ProblemError.of("usage", `--suggest needs one alert, but ${selected.length} are selected.`, {
      remedy: "Set --alert to the name of one alert.",
    });
  if (definition.condition.kind === "threshold" && metrics === undefined)
    throw ProblemError.of("usage", "--suggest needs values of the metric of a threshold alert.", {
      where: placeOfField(definition),
      remedy: "Add --metrics with a file of its values.",
    });
}

interface SuggestedEdit {
  readonly sources: DefinitionSources;
  readonly definitions: readonly AlertDefinition[];
  readonly suggestion: Suggestion;
  /** Without the suggestion. */
  readonly document: BacktestDocument;
  readonly flags: Flags;
  /** In Unix milliseconds. */
  readonly now: number;
}

export function prepareSuggestion(
  context: CliContext,
  { sources, definitions, suggestion, document: tested, flags, now }: SuggestedEdit,
): Prepared {
  const name = tested.alerts[0]?.name ?? "";
  const limit = flags.maxFirings?.text ?? "";
  const { change } = suggestion;
  const edits = planLiveEdits(context.target, sources, change ? [{ status: "drifted", change }] : [], {
    objects: liveObjects(suggestion.objects),
    definitions: new TextMap(definitions.map((definition) => [definition.name, definition])),
    hasWaited: true,
    includesDeletions: false,
    renamed: new Set<string>(),
    now,
  });
  const { changes } = edits;
  const files = changes.map(({ file }) => file);
  const problems = [
    ...edits.refused,
    ...edits.listed.filter(() => edits.refused.length === 0).map(notEdited),
  ];
  if (change === undefined) problems.push(unmet(name, limit, tested));
  const { triggers, policies: tried, difference } = suggestion;
  const document: BacktestDocument = {
    ...tested,
    problems: [...tested.problems, ...problems],
    suggestion: {
      alert: name,
      limit,
      triggers: [...triggers],
      policies: [...tried],
      fields: (change?.fields ?? []).map(({ path, from, to }) => writeField({ path, from: to, to: from })),
      difference,
      files,
      patch: patchOf(changes),
    },
    ...writeNames(namesInCatalog({ ...suggestion.objects, hosts: [] })),
  };
  const report = backtestReport(document);
  reportProblems(context, problems);
  if (isTextOutput(flags)) printSuggestion(context, document);
  const canWrite = flags.write !== true || changes.length > 0 || change?.action === "unchanged";
  const code = change !== undefined && canWrite ? exitCodes.done : exitCodes.error;
  const resultOf = (exitCode: ExitCode): Result => ({ code: exitCode, document, report });
  if (flags.write !== true || changes.length === 0) return { result: resultOf(code) };
  return {
    result: resultOf(exitCodes.notConfirmed),
    changes: {
      origin: readOrigin(document),
      report,
      question: `Write the suggested settings to ${files.join(", ")}?`,
      // The period of the document ends now.
      shown: changes,
      purpose: "write",
      execute: () => {
        writeEdits(context, changes, isTextOutput(flags));
        return Promise.resolve(resultOf(code));
      },
    },
  };
}

function notEdited({ definition }: { readonly definition: AlertDefinition }): Problem {
  const what = "The definition is not in a file that dbmon can edit.";
  return warningOf("edit-refused", what, {
    where: placeOfField(definition),
    remedy: "Change the settings there.",
  });
}

function unmet(name: string, limit: string, { alerts: [alert] }: BacktestDocument): Problem {
  const what = `No setting of the alert meets --max-firings ${limit}.`;
  const where = { ...alert?.where, subject: name };
  return errorOf("noisy", what, {
    where,
    remedy: "Set a higher --max-firings, or select fewer hosts or categories.",
  });
}

function printSuggestion(context: CliContext, document: BacktestDocument): void {
  const { notes: _, ...report } = backtestReport(document);
  const rows = suggestionRows(document);
  const columns = Object.keys(rows[0] ?? {}).map((column) => ({
    title: column.toUpperCase(),
    value: (row: (typeof rows)[number]) => row[column],
  }));
  printReport(context, report);
  const table = tableLines(columns, rows, context.columns);
  ["", ...table, "", ...suggestionSentences(document)].map(toSafeLine).forEach(context.out);
  patchLines(document.suggestion?.patch ?? "").forEach(context.out);
}
