/** Shared by the lists of `dbmon list`: their options, the selection by name, and the table or document. */
import {
  hintForName,
  isError,
  isPattern,
  nameMatcher,
  omitUndefined,
  type Problem,
  ProblemError,
  quote,
} from "../../../diagnostics";
import { writeOrigin } from "../../../plan-document";
import { type Column, tableLines } from "../../../reports";
import { type AlertLevel, isSameText } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags, type PeriodFlags } from "../../framework/flags";
import { type OpenSession } from "../../inputs/session";
import { reportProblems } from "../../terminal/output";
import { type ListElement, type ListName } from "./document";

/** The options of all lists. Each list has some of them. */
export interface ListFlags extends EnvironmentFlags, PeriodFlags {
  readonly json?: true;
  readonly configurations?: boolean;
  /** Names or IDs. */
  readonly host?: readonly string[];
  readonly type?: readonly string[];
  readonly level?: readonly AlertLevel[];
  readonly deleted?: boolean;
  readonly new?: boolean;
  readonly filter?: string;
  readonly tag?: readonly string[];
  readonly after?: string;
  readonly limit?: number;
  readonly brief?: boolean;
}

export type ListPrinter = (
  context: CliContext,
  open: OpenSession,
  /** The arguments: names, IDs and patterns, or the ID of a query. */
  selected: readonly string[],
  flags: ListFlags,
) => Promise<Result>;

/** A member of the documents, the max width of its cells, and its title if it differs from the name of the member. */
export type ListColumn<T> = readonly [key: keyof T & string, maxWidth?: number, title?: string];

/** The values of the keys, with null for a missing one. */
export function pick<T extends object, K extends keyof T>(
  object: T,
  ...keys: readonly K[]
): { [Key in K]-?: undefined extends T[Key] ? Exclude<T[Key], undefined> | null : T[Key] } {
  // `Object.fromEntries` loses the types of the members.
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null])) as ReturnType<typeof pick<T, K>>;
}

/**
 * Prints a table unless --json is set. Returns the document.
 * @param rows of the table, if they differ from the documents
 */
export function printList<Name extends ListName, T = ListElement<Name>>(
  context: CliContext,
  { origin }: OpenSession,
  { json }: ListFlags,
  name: Name,
  columns: readonly ListColumn<T>[],
  documents: readonly ListElement<Name>[],
  rows: readonly T[] = documents as readonly T[],
): Result {
  if (documents.length === 0) context.err(`No ${name} found.`);
  else if (json !== true) tableLines(columns.map(columnOf<T>), rows, context.columns).forEach(context.out);
  return { code: exitCodes.done, document: { ...writeOrigin(origin), [name]: documents } };
}

function columnOf<T>([
  key,
  maxWidth,
  title = key.replaceAll("_", " ").toUpperCase(),
]: ListColumn<T>): Column<T> {
  const value = (row: T) => {
    const cell: unknown = row[key];
    if (Array.isArray(cell)) return cell.join(", ");
    return typeof cell === "string" || typeof cell === "number" ? cell : undefined;
  };
  return { title, value, ...omitUndefined({ maxWidth }) };
}

export interface SelectableObject {
  readonly id: number;
  readonly name?: string | undefined;
}

/**
 * Selects elements by name, ID or pattern, in the order of the selection. Without a selection, all of them. A pattern that matches no element
 * is a warning.
 */
export function selectObjects<T extends SelectableObject>(
  context: CliContext,
  noun: string,
  elements: readonly T[],
  selected: readonly string[],
): readonly T[] {
  if (selected.length === 0) return elements;
  const problems: Problem[] = [];
  const found = selected.flatMap((text) => {
    const exact = findExact(elements, text);
    const isMatch = nameMatcher(exact.length === 0 && isPattern(text) ? [text] : []);
    const matches = [...exact, ...elements.filter(({ name = "" }) => isMatch(name))];
    if (matches.length === 0) {
      const [severity, criterion] = isPattern(text)
        ? (["warning", "a name that matches"] as const)
        : (["error", "the name or the ID"] as const);
      const names = elements.flatMap(({ name }) => name ?? []);
      const what = `No ${noun} has ${criterion} ${quote(text)}.`;
      problems.push({ code: "reference-unknown", severity, what, remedy: hintForName(text, names) });
    }
    return matches;
  });
  if (problems.some(isError)) throw new ProblemError(problems);
  reportProblems(context, problems);
  return [...new Set(found)];
}

/** The elements with the name. Without one, the element with the ID. */
export function findExact<T extends SelectableObject>(elements: readonly T[], text: string): readonly T[] {
  const named = elements.filter(({ name }) => name !== undefined && isSameText(name, text));
  return named.length > 0 ? named : elements.filter(({ id }) => String(id) === text);
}
