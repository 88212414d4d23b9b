/** The options of a drill, and its result: the document, its report, and the exit code. */
import { type ReceiverOptions } from "../../../client";
import { isError } from "../../../diagnostics";
import { type DrillAnswer } from "../../../pipelines";
import { writeOrigin } from "../../../plan-document";
import { type Destination } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type OutputFlags, type RunFlags } from "../../framework/flags";
import { type OpenSession } from "../../inputs/session";
import { isTextOutput, printReport, reportProblems } from "../../terminal/output";
import { type DrillDocument, type DrilledDestination, drillReport } from "./document";

export interface DrillFlags extends RunFlags {
  readonly all?: true;
  readonly separate?: true;
  readonly policy?: string;
  readonly reason?: string;
  readonly listen?: Omit<ReceiverOptions, "secret">;
  readonly secretFrom?: string;
  /** In seconds, like `window`. */
  readonly timeout?: number;
  readonly resume?: string;
  readonly confirm?: readonly string[];
  /** With `resume`: what people wrote in an issue, which may name other things. */
  readonly answers?: readonly DrillAnswer[];
  readonly clean?: true;
}

/** Prints the result, and returns it. @param open of its origin */
export function drillResult(
  context: CliContext,
  flags: OutputFlags,
  { origin }: OpenSession,
  facts: Partial<DrillDocument>,
): Result & { readonly report: ReturnType<typeof drillReport> } {
  const lists = { destinations: [], leftovers: [], notes: [], problems: [], ...facts };
  const document: DrillDocument = { ...writeOrigin(origin), ...lists };
  const report = drillReport(document);
  reportProblems(context, document.problems);
  if (isTextOutput(flags)) printReport(context, report);
  const isDone =
    document.destinations.every(({ result }) => result === "delivered") &&
    document.leftovers.every(({ result }) => result === "deleted");
  const code = document.problems.some(isError)
    ? exitCodes.error
    : isDone
      ? exitCodes.done
      : exitCodes.notConfirmed;
  return { code, document, report };
}

export function entryOf(destination: Destination) {
  return { name: destinationName(destination), id: destination.id, result: "not asked" } as const;
}

export function destinationName({ id, name }: Destination): string {
  return name ?? `destination ${id}`;
}

export function resumeNotes(drilled: readonly DrilledDestination[]): string[] {
  const open = drilled.filter(({ result, drill }) => result !== "delivered" && drill !== undefined);
  const keys = [...new Set(open.map(({ drill }) => drill))];
  return keys.map((key) => `To confirm a code later, run: dbmon drill --resume ${key} --confirm NAME=CODE`);
}
