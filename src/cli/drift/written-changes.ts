/** Reads the changes of an earlier `dbmon apply --json`. `dbmon drift` reports their stale reads as pending. */
import { readFileSync } from "node:fs";
import { errorMessage, ProblemError } from "../../diagnostics";
import { type WrittenChange } from "../../planning";
import { nameOf } from "../../reconcile";
import { readPlan } from "../../plan-document";
import { TextMap } from "../../service";
import { applySchema } from "../apply/document";

/** @returns the changes by name @throws ProblemError if the file does not contain an apply document */
export function readWrittenChanges(file: string): TextMap<WrittenChange> {
  const unreadable = (reason: string) =>
    ProblemError.of(`The applied changes cannot be read: ${reason}.`, {
      where: { file },
      remedy: "Choose a file with the output of dbmon apply --json.",
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw unreadable(error instanceof SyntaxError ? "the file is not JSON" : errorMessage(error));
  }
  const parsed = applySchema().safeParse(value);
  if (!parsed.success) throw unreadable("the file is not the result of an apply");
  const changes = new Map(readPlan(parsed.data.plan).changes.map((change) => [nameOf(change), change]));
  return new TextMap<WrittenChange>(
    parsed.data.results.flatMap(({ name, outcome, written_at: writtenAt }) => {
      const change = changes.get(name);
      if (change === undefined || writtenAt === undefined || outcome === "skipped") return [];
      return [[name, { change, at: Date.parse(writtenAt) }]];
    }),
  );
}
