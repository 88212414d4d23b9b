/** Prints the result of a list command: a table, or with `--json` one document with every field. */
import { type EnvironmentSession } from "../../engine";
import { type Result } from "../shared/environments/environment-command";
import { type CliContext, exitCodes } from "../shared/context";
import { type EnvironmentFlags } from "../shared/environments/flags";
import { withReadOnlySession } from "../shared/service/session";
import { type Column, tableLines } from "../shared/text/table";

/** How to print the elements of a list. */
export interface ListView<T> {
  /** Plural name of the elements, also their key in the document: "hosts". */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** Converts an element for the document, with every field. */
  readonly document: (element: T) => Readonly<Record<string, unknown>>;
}

export interface ListFlags extends EnvironmentFlags {
  readonly json?: true;
}

/** Fetches and prints the elements. @throws as {@link withReadOnlySession} */
export function printList<T>(
  context: CliContext,
  { name, columns, document }: ListView<T>,
  { json }: ListFlags,
  fetch: (session: EnvironmentSession) => Promise<readonly T[]>,
): Promise<Result> {
  return withReadOnlySession(context, async ({ session, baseUrl }) => {
    const elements = await fetch(session);
    if (elements.length === 0) context.err(`No ${name} found.`);
    if (json !== true && elements.length > 0)
      tableLines(columns, elements, context.columns).forEach(context.out);
    const listed = { version: 1, base_url: baseUrl, [name]: elements.map(document) };
    return { code: exitCodes.done, document: listed };
  });
}
