/** Reads what a user names as sources: definitions files, folders of them, and cdktf output folders. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { formatPlace, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { readDefinitionsText } from "./definitions-file";
import { readSynthesisedStack } from "./synthesised-stack";

export interface Definitions {
  readonly alerts: readonly AlertDefinition[];
  readonly problems: readonly Problem[];
}

/** @param sources paths of files or folders; every complaint about any of them is told */
export function readSources(sources: readonly string[]): Definitions {
  const problems: Problem[] = [];
  const files = sources.flatMap((source) => filesOf(source, problems));
  const alerts = files.flatMap((file) => {
    const text = readText(file, problems);
    if (text === undefined) return [];
    return isStack(file)
      ? readSynthesisedStack(text, file, problems)
      : readDefinitionsText(text, file, problems);
  });
  return { alerts, problems: [...problems, ...repeatedNames(alerts)] };
}

function readText(file: string, problems: Problem[]): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push({ severity: "error", what: `The file cannot be read: ${reason}.`, where: { file } });
    return undefined;
  }
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
    return [
      {
        severity: "error",
        what: `The name is defined already, at ${formatPlace(before.place)}.`,
        where: { ...alert.place, subject: alert.name, field: ["name"] },
        remedy: "A name means one alert: rename or remove all but one.",
      },
    ];
  });
}

function filesOf(source: string, problems: Problem[]): string[] {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) return [source];
  const files = stats === undefined ? [] : filesIn(source);
  if (files.length === 0) {
    problems.push({
      severity: "error",
      what: stats === undefined ? "There is no such file or folder." : "The folder holds no definitions.",
      where: { file: source },
      remedy:
        "Name a definitions file (.yaml, .yml, .json), a folder of them, or a cdktf output folder (cdktf.out).",
    });
  }
  return files;
}

function filesIn(folder: string): string[] {
  const stacks = join(folder, "stacks");
  // A cdktf output folder has both; a folder of definitions may have a folder named stacks by chance.
  if (existsSync(join(folder, "manifest.json")) && existsSync(stacks)) {
    return readdirSync(stacks)
      .sort()
      .map((name) => join(stacks, name, "cdk.tf.json"))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
  }
  const names = readdirSync(folder).sort();
  const stack = names.filter(isStack);
  const wanted = stack.length > 0 ? stack : names.filter((name) => /\.(ya?ml|json)$/.test(name));
  return wanted
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true);
}

function isStack(file: string): boolean {
  return file.endsWith("cdk.tf.json");
}
