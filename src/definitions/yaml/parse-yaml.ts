/** Parses YAML or JSON into plain values with their places in the file. Limits nesting and size against malicious input. */
import { type Event, parseEvents, YAMLException } from "js-yaml";
import {
  countLeading,
  errorOf,
  type FieldStep,
  isMapping,
  type Place,
  type Problem,
  quote,
} from "../../diagnostics";
import { describeValue } from "../field-problems";
import { type ReportAt, TreeBuilder } from "./build-tree";
import { joinFlowLines } from "./flow-values";
import { describeSyntaxProblem, tagProblem } from "./syntax-problems";
import { findNode, resolveAlias, type SourceNode } from "./tree";

/** Places of the parts of a value. */
export interface Places {
  /** The place of a value, or of its nearest existing parent. */
  readonly ofValue: (path: readonly FieldStep[]) => Place;
  readonly ofKey: (path: readonly FieldStep[]) => Place;
  /** How the file writes a number or a boolean, for example `0x40`. */
  readonly textOf?: ((path: readonly FieldStep[]) => string | undefined) | undefined;
  /** The comment after the dash or the colon of a value that is missing, for example `#db-alerts`. */
  readonly commentOf?: ((path: readonly FieldStep[]) => string | undefined) | undefined;
  /** Sentences that state where the values in a text are defined. */
  readonly originOf?: ((path: readonly FieldStep[]) => string | undefined) | undefined;
}

export interface ParsedYaml {
  readonly value: unknown;
  readonly places: Places;
}

/** Levels of mappings and sequences. A definition needs 6. */
const maxDepth = 100;
/** Per file. */
const maxTagProblems = 20;
/** Per file. Each value has one of them, and 1,000 alerts have about 25,000. */
const maxIndicators = 2_000_000;
const notIndicator = /[^-,:?[{\n]+/g;

interface ParsedTree extends ParsedYaml {
  /** Undefined for a text without values. */
  readonly root: SourceNode | undefined;
  /** @param offset in characters of the text */
  readonly placeOf: (offset: number) => Place;
}

/** @returns undefined after adding problems, if the file cannot be parsed */
export function parseYaml(text: string, file: string, problems: Problem[]): ParsedTree | undefined {
  let lines: readonly number[] | undefined;
  const placeOf = (offset: number): Place => {
    lines ??= lineStarts(text);
    const line = countLeading(lines, (start) => start <= offset);
    return { file, line, column: offset - (lines[line - 1] ?? 0) + 1 };
  };
  const report: ReportAt = (offset, what, remedy) => {
    problems.push(errorOf("definition-invalid", what, { where: placeOf(offset), remedy }));
  };
  const language = /\.json$/i.test(file) ? "JSON" : "YAML";
  const problemsBefore = problems.length;
  const events = readEvents(text, language, report);
  if (events === undefined) return undefined;
  for (const event of events) {
    if (!("tagStart" in event) || event.tagStart < 0) continue;
    const tag = text.slice(event.tagStart, event.tagEnd);
    report(event.tagStart, `Invalid ${language}: ${quote(tag)} ${tagProblem.what}.`, tagProblem.remedy);
    if (problems.length - problemsBefore === maxTagProblems) break;
  }
  if (problems.length > problemsBefore) return undefined;
  const slot = new TreeBuilder(events, text, report, (offset) => placeOf(offset).line ?? 0).build();
  if (slot === undefined) {
    if (problems.length > problemsBefore) return undefined;
    const places = { ofValue: () => ({ file }), ofKey: () => ({ file }) };
    return { value: undefined, places, root: undefined, placeOf };
  }
  const root = resolveAlias(slot);
  const places = {
    ofValue: (path: readonly FieldStep[]) => placeOf(findNode(root, path, text).offset),
    ofKey: (path: readonly FieldStep[]) => placeOf(findNode(root, path, text).keyOffset),
    textOf: (path: readonly FieldStep[]) => {
      const { node } = findNode(root, path, text);
      return ["number", "boolean"].includes(typeof node.value) ? text.slice(node.start, node.end) : undefined;
    },
  };
  return { value: root.value, places, root, placeOf };
}

export interface ParsedMapping {
  readonly value: Readonly<Record<string, unknown>>;
  readonly places: Places;
}

/** Parses a file whose top level is a mapping. @param layout the remedy: what the file contains @returns undefined after adding problems */
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
    problems.push(
      errorOf("definition-invalid", "The file is empty.", { where: { file }, remedy: emptyRemedy }),
    );
  else {
    const what = `The top level must be a mapping, not ${describeValue(value)}.`;
    problems.push(errorOf("definition-invalid", what, { where: places.ofValue([]), remedy: layout }));
  }
  return undefined;
}

/** Control characters and noncharacters, which YAML does not allow anywhere in a file. */
const invalidCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
/** A directive before the document. */
const directive = /^(?:[ \t]*(?:#.*)?\n)*(%.*)/;

/** @returns undefined after a report */
function readEvents(text: string, language: string, report: ReportAt): readonly Event[] | undefined {
  const control = invalidCharacter.exec(text);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).padStart(4, "0");
    const what = `Invalid ${language}: the file contains the control character U+${code.toUpperCase()}.`;
    report(control.index, what, `Remove it, or write it as "\\u${code}" in double quotes.`);
    return undefined;
  }
  const [lead = "", line] = directive.exec(text) ?? [];
  if (line !== undefined && !/^%(?:YAML[ \t]+1\.2|TAG)(?:[ \t]|$)/.test(line)) {
    const what = `Invalid ${language}: the line is not a directive of YAML 1.2.`;
    report(lead.length - line.length, what, "Remove the line, and write booleans as true and false.");
    return undefined;
  }
  if (text.length > maxIndicators && text.replace(notIndicator, "").length > maxIndicators) {
    const what = `The file has more than ${maxIndicators.toLocaleString("en")} keys, values and lines.`;
    report(0, what, "Split it into several files.");
    return undefined;
  }
  const strict = tryParse(text, maxDepth);
  const joined = typeof strict === "number" ? joinFlowLines(text) : text;
  const parsed = joined === text ? strict : tryParse(joined, maxDepth);
  if (typeof parsed !== "number") return parsed;
  if (tryParse(joined, 2 * maxDepth) !== parsed) {
    const what = `Mappings and sequences are nested more than ${maxDepth} levels deep.`;
    report(parsed, what, "A definition needs 6 levels. Check for unclosed brackets.");
    return undefined;
  }
  const { offset, what, remedy } = describeSyntaxProblem(parsed, text);
  report(offset, `Invalid ${language}: ${what}.`, remedy);
  return undefined;
}

/** @returns the position of the error if there is one */
function tryParse(text: string, depth: number): readonly Event[] | number {
  try {
    return parseEvents(text, { maxDepth: depth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return Math.min(error.mark?.position ?? 0, text.length);
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
