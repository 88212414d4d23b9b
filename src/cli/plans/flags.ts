/** Flags that commands about definitions share. */
import { type Command, InvalidArgumentError } from "commander";
import { type DeletionLimit } from "../../reconcile";
import { collectTexts, parseSeconds } from "../arguments";

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
    .option("--target <name>", "only the alert of this name; may be repeated", collectTexts)
    .option(
      "--window <seconds>",
      "time within which a change takes effect in the service (default: 60)",
      parseSeconds,
    );
}

export function addDeletionFlags(command: Command): Command {
  return command
    .option(
      "--prune <glob>",
      "delete live alerts that no definition names and whose name fits, such as 'team/*'; may be repeated; with --target, nothing is deleted",
      collectTexts,
    )
    .option(
      "--max-deletes <n|n%>",
      "most deletions, as a number or a share of the live alerts (default: 10, and 25%)",
      deletionLimit,
    );
}

function deletionLimit(text: string): DeletionLimit {
  const [, number = "", percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (number === "" || (percent === "%" && value > 100))
    throw new InvalidArgumentError("It has to be a whole number, such as 20, or a share, such as 50%.");
  return percent === "%" ? { share: value / 100 } : { count: value };
}
