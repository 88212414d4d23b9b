/** Options that select environments of the configuration file. */
import { type Command } from "commander";
import { collectTexts, parseText } from "../arguments";

export interface EnvironmentFlags {
  /** Names and patterns. */
  readonly environment?: readonly string[];
  /** Path of the configuration file. */
  readonly config?: string;
}

export function addConfigFlag(command: Command): Command {
  return command.option(
    "--config <file>",
    "configuration of environments (default: dbmon.yaml in this folder or the nearest parent folder)",
    parseText,
  );
}

export function addEnvironmentFlags(command: Command): Command {
  return addConfigFlag(
    command.option(
      "-e, --environment <name|pattern>",
      "environment of the configuration, by name or pattern such as 'production-*' (repeatable)",
      collectTexts,
    ),
  );
}
