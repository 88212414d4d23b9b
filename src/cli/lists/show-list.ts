/** Prints what a list command found: a table for people, or with `--json` all of it for programs. */
import { type CliContext } from "../context";
import { jsonText } from "../json-text";
import { type Column, tableLines } from "./table";

/** How elements of one kind are shown. */
export interface Shown<T> {
  /** What the list is called, and its member of the document: "hosts". */
  readonly noun: string;
  readonly columns: readonly Column<T>[];
  /** The element in the document, with every field. */
  readonly document: (element: T) => Readonly<Record<string, unknown>>;
}

export interface ShowOptions {
  readonly json?: boolean;
}

export function showList<T>(
  context: CliContext,
  shown: Shown<T>,
  elements: readonly T[],
  { json }: ShowOptions,
): void {
  if (elements.length === 0) context.err(`No ${shown.noun} found.`);
  if (json === true) context.out(jsonText({ [shown.noun]: elements.map(shown.document) }));
  else if (elements.length > 0) tableLines(shown.columns, elements).forEach(context.out);
}
