/** Reads what a user names as sources, all of it: every complaint about any of them is told at once. */
import { formatPlace, isError, type Problem } from "../diagnostics";
import { type AlertDefinition, whereOf } from "../reconcile";
import { readDefinitionsText } from "./definitions-file";
import { readText } from "./file-text";
import { filesOf, type SourceFile } from "./source-files";
import { readSynthesizedStack } from "./synthesized-stack";

export interface Definitions {
  readonly alerts: readonly AlertDefinition[];
  readonly problems: readonly Problem[];
}

/** @param sources paths of files or folders, or `-` for standard input */
export function readSources(sources: readonly string[]): Definitions {
  const problems: Problem[] = [];
  const files = filesOf(sources, problems);
  const alerts = files.flatMap(({ file, kind, size }) => {
    const text = readText(file, kind, size, problems);
    if (text === undefined) return [];
    return kind === "stack"
      ? readSynthesizedStack(text, file, problems)
      : readDefinitionsText(text, file, problems);
  });
  if (alerts.length === 0 && !problems.some(isError)) problems.push(...noneDefined(files));
  return { alerts, problems: [...problems, ...repeatedNames(alerts)] };
}

/** Stacks alone: of a definitions file without alerts it has been told. */
function noneDefined(files: readonly SourceFile[]): Problem[] {
  const stacks = files.filter(({ kind }) => kind === "stack");
  const [first] = stacks;
  if (first === undefined) return [];
  const what = stacks.length === 1 ? "The stack defines no alert." : "None of the stacks defines an alert.";
  const remedy =
    "If it should, synthesize it again with `cdktf synth`; else name what does: a cdktf output folder, or definitions files.";
  return [{ severity: "warning", what, where: { file: first.file }, remedy }];
}

/** A name means one alert: each further definition of it is a problem that names the first. */
function repeatedNames(alerts: readonly AlertDefinition[]): Problem[] {
  const first = new Map<string, AlertDefinition>();
  return alerts.flatMap((alert): Problem[] => {
    const before = first.get(alert.name);
    if (before === undefined) {
      first.set(alert.name, alert);
      return [];
    }
    const { subject: _, field: __, ...place } = whereOf(before, ["name"]);
    return [
      {
        severity: "error",
        what: `The name is defined already, at ${formatPlace(place)}.`,
        where: whereOf(alert, ["name"]),
        remedy: "A name means one alert: rename or remove all but one.",
      },
    ];
  });
}
