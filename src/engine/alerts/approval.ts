/**
 * The approval check: confirms immediately before a write that the live alert is the one that the user approved a change for. Plan
 * execution, saved plans and the provider use it.
 */
import { isDeepStrictEqual } from "node:util";
import { errorOf, formatField, type Problem, ProblemError, quote, truncate } from "../../diagnostics";
import {
  type AlertComparison,
  compare,
  type DesiredAlert,
  type FieldChange,
  fieldsOf,
  type FieldValue,
  isInSync,
  keepIgnored,
  type LiveAlert,
  liveDifferences,
} from "../../reconcile";
import { isSupported } from "../../service";
import { type EnvironmentSession } from "../session";

export interface Approval {
  readonly id: number;
  readonly name: string;
  /** The live alert that the plan read; undefined if the plan did not read all of it. Then any content is approved. */
  readonly live: LiveAlert | undefined;
  /**
   * The alert after the change; undefined for a deletion. A changed live alert is approved if its difference is the one that the user
   * approved, or if it has none.
   */
  readonly desired?: DesiredAlert | undefined;
  /** Replaces values that a read may show although an earlier write replaced them. */
  readonly withoutStaleReads?: (live: LiveAlert) => LiveAlert;
}

export type ApprovalCheck =
  | { readonly status: "approved"; readonly live: LiveAlert }
  | { readonly status: "absent"; readonly problem: Problem }
  | { readonly status: "changed"; readonly problem: Problem; readonly live: LiveAlert | undefined };

export async function checkApproval(session: EnvironmentSession, approval: Approval): Promise<ApprovalCheck> {
  const { id, desired, withoutStaleReads = (live: LiveAlert) => live } = approval;
  const alert = await session.live.findById(id);
  if (alert === undefined)
    return { status: "absent", problem: staleProblem(approval, "was deleted since the plan was made.") };
  if (!isSupported(alert)) {
    const problem = staleProblem(approval, "was changed to an unsupported kind since the plan was made.");
    return { status: "changed", problem, live: undefined };
  }
  const live = withoutStaleReads(await session.live.withConfig(alert));
  const planned = approval.live;
  const changes = planned === undefined ? [] : liveDifferences(planned, live);
  if (planned === undefined || changes.length === 0) return { status: "approved", live };
  const what = `was changed since the plan was made: ${describeChanges(changes)}.`;
  if (desired === undefined) return { status: "changed", problem: staleProblem(approval, what), live };
  const difference = differenceOf(desired, live);
  if (isInSync(difference) || isDeepStrictEqual(difference, differenceOf(desired, planned)))
    return { status: "approved", live };
  const now = `The difference is now: ${describeChanges(fieldsOf(difference))}.`;
  return { status: "changed", problem: staleProblem(approval, `${what} ${now}`), live };
}

/** A field that the definition ignores is no difference. */
function differenceOf(desired: DesiredAlert, live: LiveAlert): AlertComparison {
  return compare(keepIgnored(desired, live), live);
}

/** Returns the live alert to write to. */
export async function requireApproval(session: EnvironmentSession, approval: Approval): Promise<LiveAlert> {
  const check = await checkApproval(session, approval);
  if (check.status === "approved") return check.live;
  if (check.status === "absent") await session.live.confirmAbsent(approval.id, approval.name);
  throw new ProblemError([check.problem]);
}

function staleProblem({ id, name }: Approval, what: string): Problem {
  return errorOf("alert-changed", `The alert (id ${id}) ${what}`, {
    where: { subject: name },
    remedy: "Plan again. Nothing was written to it.",
  });
}

export function describeChanges(changes: readonly FieldChange[]): string {
  return changes
    .map(({ path, from, to }) => `${formatField(path)} from ${formatValue(from)} to ${formatValue(to)}`)
    .join(", ");
}

/** Max characters of a value in a message. */
const maxValueLength = 80;

function formatValue(value: FieldValue): string {
  if (value === undefined) return "(none)";
  if (typeof value === "string") return quote(truncate(value, maxValueLength));
  return truncate(JSON.stringify(value), maxValueLength);
}
