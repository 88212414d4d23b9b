/** What an earlier apply has written, as its `--json` told: the record by which a drift knows what is only on its way. */
import { readFileSync } from "node:fs";
import { ProblemError } from "../../diagnostics";
import { type Written } from "../../engine";
import { nameOf, readPlan } from "../../reconcile";
import { applyForm } from "../documents/apply-document";

/** @returns what was written, by name @throws ProblemError where the file holds no such document */
export function readWritten(file: string): ReadonlyMap<string, Written> {
  const unreadable = (why: string) =>
    ProblemError.of(`The file does not say what was applied: ${why}.`, {
      where: { file },
      remedy: "Name a file that holds what dbmon apply --json has printed.",
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
  const parsed = applyForm().safeParse(value);
  if (!parsed.success) throw unreadable("it is no document of an apply");
  const changes = new Map(readPlan(parsed.data.plan).changes.map((change) => [nameOf(change), change]));
  return new Map(
    parsed.data.results.flatMap(({ name, outcome, written_at: at }) => {
      const change = changes.get(name);
      if (change === undefined || at === undefined || outcome === "not-begun") return [];
      return [[name, { change, at: Date.parse(at) }]];
    }),
  );
}
