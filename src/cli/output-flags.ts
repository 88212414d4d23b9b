/** The flags of every command whose result has several forms. */
import { type Command, InvalidArgumentError, Option } from "commander";

const formats = ["text", "markdown", "github", "junit"] as const;
export type Format = (typeof formats)[number];
export type ReportFile = readonly [format: Format | "json", file: string];

export interface OutputFlags {
  readonly json?: true | undefined;
  readonly format?: Format;
  readonly report?: readonly ReportFile[];
}

export function addOutputFlags(command: Command): Command {
  return command
    .option("--json", "print one JSON document on stdout, and nothing else")
    .addOption(
      new Option(
        "--format <form>",
        "what stdout shows (default: text); markdown fits a comment on GitHub, github adds annotations and the job's summary",
      )
        .choices(formats)
        .conflicts("json"),
    )
    .option(
      "--report <form=file>",
      "also write text, markdown, junit or json to a file, such as markdown=plan.md; may be repeated",
      reportFile,
    );
}

function reportFile(text: string, before: readonly ReportFile[] = []): readonly ReportFile[] {
  const [, name, file = ""] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = [...formats, "json" as const].find((one) => one === name);
  if (format === undefined || format === "github")
    throw new InvalidArgumentError(
      "It has to be text, markdown, junit or json, then = and a file: markdown=plan.md.",
    );
  return [...before, [format, file]];
}
