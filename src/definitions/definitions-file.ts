/** Reads a definitions file: YAML or JSON with a list `alerts`. Every complaint carries file, line and column. */
import { isMap, isSeq, LineCounter, type Node, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { type FieldStep, type Place, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { type IgnorableAttribute, ignorableAttributes } from "../service";
import { readAlertDefinition } from "./alert-schema";

export function readDefinitionsText(text: string, file: string, problems: Problem[]): AlertDefinition[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeAt = (offset: number | undefined): Place => {
    if (offset === undefined) return { file };
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  for (const error of document.errors) {
    const what = `The file is not YAML: ${error.message.split("\n")[0] ?? ""}`;
    problems.push({ severity: "error", what, where: placeAt(error.pos[0]) });
  }
  if (document.errors.length > 0) return [];
  const alerts = isMap(document.contents) ? document.contents.get("alerts") : undefined;
  const forAll = readIgnore(document, placeAt(offsetOf(document, ["ignore"])), problems);
  const unknown = unknownKeys(document);
  if (!isSeq(alerts) || unknown.length > 0) {
    const what =
      unknown.length > 0
        ? `The file has unknown members: ${unknown.join(", ")}.`
        : "The file has no list of alerts.";
    const remedy =
      "A definitions file holds alerts, a list of alerts, and possibly ignore, a list of attributes to leave as they are.";
    problems.push({ severity: "error", what, where: { file }, remedy });
    return [];
  }
  return alerts.items.flatMap((_, index) => {
    const placeOf = (path: readonly FieldStep[]) => placeAt(offsetOf(document, ["alerts", index, ...path]));
    const value: unknown = document.getIn(["alerts", index]);
    const plain = toPlain(value, document);
    if (plain instanceof ReferenceError) {
      const what = `The alert's aliases cannot be followed: ${plain.message}.`;
      problems.push({ severity: "error", what, where: placeOf([]), remedy: "Write it out." });
      return [];
    }
    const read = readAlertDefinition(plain, placeOf, problems);
    if (read === undefined) return [];
    return forAll.length === 0
      ? [read]
      : [{ ...read, ignore: [...new Set([...forAll, ...(read.ignore ?? [])])] }];
  });
}

/** The value that a node stands for, or why its aliases lead nowhere or multiply without end. */
function toPlain(value: unknown, document: Document): unknown {
  try {
    return hasToJs(value) ? value.toJS(document) : value;
  } catch (error) {
    if (error instanceof ReferenceError) return error;
    throw error;
  }
}

/** What every alert of the file leaves as it is. */
function readIgnore(document: Document, where: Place, problems: Problem[]): readonly IgnorableAttribute[] {
  const parsed = z
    .array(z.enum(ignorableAttributes))
    .safeParse(toPlain(document.get("ignore") ?? [], document));
  if (parsed.success) return parsed.data;
  problems.push({
    severity: "error",
    what: "ignore is not a list of attributes that can be left as they are.",
    where,
    remedy: `Name some of these: ${ignorableAttributes.join(", ")}.`,
  });
  return [];
}

function unknownKeys(document: Document): string[] {
  if (!isMap(document.contents)) return [];
  return document.contents.items
    .map(({ key }) => String(key))
    .filter((key) => !["alerts", "ignore"].includes(key));
}

/** Of the value itself, or of the nearest one around it that exists. */
function offsetOf(document: Document, path: readonly FieldStep[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (hasToJs(node)) return node.range?.[0];
  }
  return undefined;
}

function hasToJs(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "toJS" in value;
}
