/** Options of the commands that read definitions. */
import { type Command, InvalidArgumentError } from "commander";
import { type TerraformPlan } from "../../../definitions";
import { hintForName, nameMatcher, type Problem, ProblemError, quote, toNfc } from "../../../diagnostics";
import { type EnvironmentPlanOptions } from "../../../planning";
import { type DeletionLimit, type ExistingAlerts } from "../../../reconcile";
import { type EnvironmentFlags } from "../environments/flags";
import { collectTexts, parseExistingAlerts, parseSeconds, parseText } from "../arguments";

const describeSources = (others: string) =>
  `definitions files or folders, cdktf output folders${others}, or - for standard input (default: the current folder)`;
export const sourceHelp = describeSources(", plans of Terraform in JSON");
/** Terraform applies its plans. */
export const appliedSourceHelp = describeSources("");

export interface PlanFlags extends EnvironmentFlags {
  /** Seconds. */
  readonly window?: number;
  readonly target?: readonly string[];
}

export interface DeletionFlags {
  readonly prune?: readonly string[];
  readonly maxDeletes?: DeletionLimit;
}

export interface AdoptionFlags {
  readonly existing?: ExistingAlerts;
}

export function addPlanFlags(command: Command): Command {
  return addWindowFlag(
    command.option("--target <name>", "only the alert with this name (repeatable)", collectTexts),
  );
}

export function addWindowFlag(command: Command): Command {
  return command.option(
    "--window <seconds>",
    "propagation window: max time until a change takes effect (default: 60)",
    parseSeconds,
  );
}

export interface CatalogFlag {
  readonly catalog?: string;
}

export function addCatalogFlag(command: Command): Command {
  return command.option(
    "--catalog <file>",
    "file with destinations, policies, durations and hosts, which resolves the names and IDs of definitions",
    parseText,
  );
}

export function addDeletionFlags(command: Command): Command {
  return command
    .option(
      "--prune <glob>",
      "delete unmanaged alerts with a matching name, for example 'team/*', unless --target is set (repeatable)",
      collectTexts,
    )
    .option(
      "--max-deletes <n|n%>",
      "max deletions, as a number or a percentage of the live alerts (default: 10, and 25%)",
      parseDeletionLimit,
    );
}

export function addAdoptionFlags(command: Command): Command {
  return command.option(
    "--existing <adopt|error>",
    "live alerts that have the name of a definition: manage them, or refuse the plan (default: adopt)",
    parseExistingAlerts,
  );
}

/** @throws InvalidArgumentError */
export function parseDeletionLimit(text: string): DeletionLimit {
  const [, number = "", percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (number === "" || (percent === "%" && value > 100)) {
    throw new InvalidArgumentError("Must be an integer, such as 20, or a percentage, such as 50%.");
  }
  return percent === "%" ? { share: value / 100 } : { count: value };
}

/** Returns a warning for each pattern that matches none of the names. */
export function unmatchedPatterns(
  option: string,
  patterns: readonly string[],
  names: readonly string[],
): Problem[] {
  if (names.length === 0) return [];
  const unmatched = patterns.filter((pattern) => !names.some(nameMatcher([pattern])));
  return unmatched.map((pattern) => ({
    severity: "warning",
    what: `${option} ${quote(pattern)} matches no live or defined alert.`,
    remedy: hintForName(pattern, names),
  }));
}

/** The session option of --window. */
export function sessionWindow({ window }: PlanFlags): { readonly propagationWindow: number | undefined } {
  return { propagationWindow: window === undefined ? undefined : window * 1000 };
}

/**
 * The plan options of --target, --prune, --max-deletes and --existing, or of a plan of Terraform.
 * @throws ProblemError for an option that a plan of Terraform does not have
 */
export function planOptions(
  { target, prune = [], maxDeletes, existing }: PlanFlags & DeletionFlags & AdoptionFlags,
  terraformPlan?: TerraformPlan,
): EnvironmentPlanOptions {
  const options = { targets: target, existingAlerts: existing };
  if (terraformPlan === undefined)
    return { ...options, prune: nameMatcher(prune), deletionLimit: maxDeletes };
  if (prune.length > 0 || maxDeletes !== undefined) {
    throw ProblemError.of("--prune and --max-deletes have no effect on a plan of Terraform.", {
      remedy: "Remove them. Terraform deletes what its plan deletes.",
    });
  }
  const { deletions, hiddenNames } = terraformPlan;
  return {
    ...options,
    prune: isNameIn(deletions.map(({ name }) => name)),
    hides: isNameIn(hiddenNames),
    deletionLimit: {},
  };
}

function isNameIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(toNfc));
  return (name) => known.has(toNfc(name));
}
