/** Options that select environments of the configuration file. */
import { type Command } from "commander";
import { collectTexts, parsePositiveInteger, parseText } from "../arguments";

export interface EnvironmentFlags {
  /** Names and patterns. */
  readonly environment?: readonly string[];
  /** Path of the configuration file. */
  readonly config?: string;
  /** Max environments at the same time. */
  readonly environmentsAtOnce?: number;
}

export function addConfigFlag(command: Command): Command {
  return command.option(
    "--config <file>",
    "configuration of environments (default: dbmon.yaml in this folder or the nearest parent folder)",
    parseText,
  );
}

/** For a command that works in one environment. */
export function addEnvironmentFlag(command: Command): Command {
  return addConfigFlag(
    command.option(
      "-e, --environment <name|pattern>",
      "environment of the configuration, by name or pattern such as 'production-*' (repeatable)",
      collectTexts,
    ),
  );
}

/** For a command that works in several environments side by side. */
export function addEnvironmentFlags(command: Command): Command {
  return addEnvironmentFlag(command).option(
    "--environments-at-once <n>",
    "max environments at the same time (default: 4)",
    parsePositiveInteger,
  );
}
