/** Parses a file whose top level is a mapping: a definitions file, a test file or a configuration. */
import { isMapping, type Problem } from "../diagnostics";
import { describeValue } from "./field-problems";
import { type Places, parseYaml } from "./yaml/parse-yaml";

export interface ParsedMapping {
  readonly value: Readonly<Record<string, unknown>>;
  readonly places: Places;
}

/** @param layout the remedy: what the file contains @returns undefined after adding problems */
export function parseMapping(
  text: string,
  file: string,
  problems: Problem[],
  layout: string,
  emptyRemedy = layout,
): ParsedMapping | undefined {
  const parsed = parseYaml(text, file, problems);
  if (parsed === undefined) return undefined;
  const { value, places } = parsed;
  if (isMapping(value)) return { value, places };
  if (value === undefined || value === null)
    problems.push({ severity: "error", what: "The file is empty.", where: { file }, remedy: emptyRemedy });
  else {
    const what = `The top level must be a mapping, not ${describeValue(value)}.`;
    problems.push({ severity: "error", what, where: places.ofValue([]), remedy: layout });
  }
  return undefined;
}
