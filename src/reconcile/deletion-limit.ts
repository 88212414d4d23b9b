/** The deletion limit: a plan that deletes more alerts is refused. */
import { errorOf, type Problem } from "../diagnostics";
import { type PlanContents } from "./plan";

/** Max deletions of a plan. If both limits are set, both apply. */
export interface DeletionLimit {
  readonly count?: number | undefined;
  /** Share of the live alerts, from 0 to 1. */
  readonly share?: number | undefined;
}

const defaultDeletionLimit = { count: 10, share: 0.25 } as const;

/** Returns an error if the plan exceeds the deletion limit. @param liveCount number of live alerts in the environment */
export function checkDeletions(
  plan: PlanContents,
  liveCount: number,
  { count, share }: DeletionLimit = defaultDeletionLimit,
): Problem[] {
  const deletions = countDeletions(plan);
  const isOverCount = count !== undefined && deletions > count;
  const isOverShare = share !== undefined && deletions > share * liveCount;
  if (deletions === 0 || (!isOverCount && !isOverShare)) return [];
  const limit = isOverCount ? String(count) : `${Math.round((share ?? 0) * 100)}%`;
  return [
    errorOf(
      "deletion-limit",
      `The plan deletes ${deletions} of the ${liveCount} live alerts, but the limit is ${limit}.`,
      {
        remedy:
          "Check the deletions. To allow them, set --max-deletes to a number or a percentage. See docs/guides/teams.md.",
      },
    ),
  ];
}

/** Returns an error if there are no definitions and alerts would be deleted. An empty file is likely a mistake. */
export function checkEmptiness(plan: PlanContents, definitionCount: number): Problem[] {
  const deletions = countDeletions(plan);
  if (definitionCount > 0 || deletions === 0) return [];
  return [
    errorOf(
      "deletion-limit",
      `There are no definitions, so the plan would delete all ${deletions} alerts that match owns or --prune.`,
      {
        remedy:
          "Check the definitions. To allow the deletions, set --max-deletes to a number or a percentage. See docs/guides/teams.md.",
      },
    ),
  ];
}

function countDeletions({ changes }: PlanContents): number {
  return changes.filter(({ action }) => action === "delete").length;
}
