/** Reads definitions from files, folders and standard input, and collects the problems of all of them. */
import { formatPlace, isError, type Problem } from "../diagnostics";
import { type AlertDefinition, placeOfField } from "../reconcile";
import { checkRareNames, explainForms, TextMap } from "../service";
import { findFiles, type SourceFile } from "./find-files";
import { type InvalidAlert } from "./parse-alert";
import { parseDefinitionsFile } from "./parse-definitions-file";
import { parseStack, type StackOptions } from "./parse-stack";
import { readTextFile } from "./read-file";

export interface Definitions {
  readonly alerts: readonly AlertDefinition[];
  readonly invalidAlerts: readonly InvalidAlert[];
  readonly problems: readonly Problem[];
}

/** @param sources paths of files or folders, or `-` for standard input */
export function loadDefinitions(sources: readonly string[], options?: StackOptions): Definitions {
  const problems: Problem[] = [];
  const invalidAlerts: InvalidAlert[] = [];
  const files = findFiles(sources, problems);
  const alerts = files.flatMap(({ file, kind, size }) => {
    const text = readTextFile(file, kind, size, problems);
    if (text === undefined) return [];
    return kind === "stack"
      ? parseStack(text, file, problems, invalidAlerts, options)
      : parseDefinitionsFile(text, file, problems, invalidAlerts);
  });
  if (alerts.length === 0 && !problems.some(isError)) problems.push(...emptyStackProblems(files));
  return {
    alerts,
    invalidAlerts,
    problems: [...problems, ...duplicateNameProblems(alerts), ...rareNameProblems(alerts)],
  };
}

/** Reports stacks only, because `parseDefinitionsFile` already reports a definitions file without alerts. */
function emptyStackProblems(files: readonly SourceFile[]): Problem[] {
  const stacks = files.filter(({ kind }) => kind === "stack");
  const [first] = stacks;
  if (first === undefined) return [];
  const what = stacks.length === 1 ? "The stack defines no alerts." : "The stacks define no alerts.";
  const remedy =
    "Run `cdktf synth` again if alerts are missing, or name another cdktf output folder or definitions files.";
  return [{ severity: "warning", what, where: { file: first.file }, remedy }];
}

function duplicateNameProblems(alerts: readonly AlertDefinition[]): Problem[] {
  const firstByName = new TextMap<AlertDefinition>();
  return alerts.flatMap((alert): Problem[] => {
    const first = firstByName.get(alert.name);
    if (first === undefined) {
      firstByName.set(alert.name, alert);
      return [];
    }
    const { subject: _, field: __, ...place } = placeOfField(first, ["name"]);
    return [
      {
        severity: "error",
        what: `Duplicate alert name, first defined at ${formatPlace(place)}.${explainForms([first.name, alert.name])}`,
        where: placeOfField(alert, ["name"]),
        remedy: "Rename or remove one of them.",
      },
    ];
  });
}

function rareNameProblems(alerts: readonly AlertDefinition[]): Problem[] {
  const findings = checkRareNames(
    alerts.map(({ hostTypes, condition }) => ({
      hostTypes,
      ...(condition.kind === "event" ? { categories: condition.categories } : { metric: condition.metric }),
    })),
  );
  return findings.flatMap(({ alert, field, index, severity, what, remedy }): Problem[] => {
    const definition = alerts[alert];
    if (definition === undefined) return [];
    const where = placeOfField(definition, index === undefined ? field : [...field, index]);
    return [{ severity, what: `${what}.`, where, remedy }];
  });
}
