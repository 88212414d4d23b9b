/** Flags that commands about definitions share, and what they mean for a plan. */
import { type Command, InvalidArgumentError } from "commander";
import { hintForName, ProblemError, quote } from "../diagnostics";
import { type EnvironmentPlanOptions } from "../engine";
import { type AlertDefinition, type Change, type DeletionLimit, nameOf, type Plan } from "../reconcile";
import { manyTexts, seconds } from "./arguments";
import { nameMatcher } from "./glob";

export const sourceHelp =
  "definitions files or folders, cdktf output folders, or - for standard input (default: the current folder)";

export interface PlanFlags {
  /** Seconds. */
  readonly window?: number;
  readonly target?: readonly string[];
}

export interface DeletionFlags {
  readonly prune?: readonly string[];
  readonly maxDeletes?: DeletionLimit;
}

/** Of every command that compares definitions with the service. */
export function addPlanFlags(command: Command): Command {
  return command
    .option("--target <name>", "only the alert of this name; may be repeated", manyTexts)
    .option(
      "--window <seconds>",
      "time within which a change takes effect in the service (default: 60)",
      seconds,
    );
}

export function addDeletionFlags(command: Command): Command {
  return command
    .option(
      "--prune <glob>",
      "delete live alerts that no definition names and whose name fits, such as 'team/*'; may be repeated",
      manyTexts,
    )
    .option(
      "--max-deletes <n|n%>",
      "most deletions, as a number or a share of the live alerts (default: 10, and 25%)",
      deletionLimit,
    );
}

/** The propagation window as sessions take it. */
export function sessionWindow({ window }: PlanFlags): { readonly propagationWindow: number | undefined } {
  return { propagationWindow: window === undefined ? undefined : window * 1000 };
}

/** What may be deleted, as a plan takes it. */
export function deletionOptions({ prune = [], maxDeletes }: DeletionFlags): EnvironmentPlanOptions {
  return { prune: nameMatcher(prune), deletionLimit: maxDeletes };
}

function deletionLimit(text: string): DeletionLimit {
  const [, number = "", percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (number === "" || (percent === "%" && value > 100))
    throw new InvalidArgumentError("It has to be a whole number, such as 20, or a share, such as 50%.");
  return percent === "%" ? { share: value / 100 } : { count: value };
}

/**
 * The changes of the targets, and those that have to free their names first.
 * @throws ProblemError where no definition has a target's name
 */
export function onlyTargets(
  plan: Plan,
  targets: readonly string[] | undefined,
  definitions: readonly AlertDefinition[],
): Plan {
  if (targets === undefined) return plan;
  const names = new Set(definitions.map(({ name }) => name));
  const unknown = targets.filter((target) => !names.has(target));
  if (unknown.length > 0) {
    throw new ProblemError(
      unknown.map((target) => ({
        severity: "error",
        what: `No definition has the name ${quote(target)}, which --target asks for.`,
        remedy: hintForName(target, [...names]),
      })),
    );
  }
  const byName = new Map(plan.changes.map((change) => [nameOf(change), change]));
  const wanted = new Set<Change>();
  const want = (name: string | undefined) => {
    const change = name === undefined ? undefined : byName.get(name);
    if (change === undefined || wanted.has(change)) return;
    wanted.add(change);
    want(change.after);
  };
  targets.forEach(want);
  return { ...plan, changes: plan.changes.filter((change) => wanted.has(change)) };
}
