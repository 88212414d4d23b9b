/** Output options of the commands that print a report. */
import { type Command, InvalidArgumentError, Option } from "commander";

const formats = ["text", "markdown", "github", "junit"] as const;
export type Format = (typeof formats)[number];
export type ReportFile = readonly [format: Format | "json", file: string];

export interface OutputFlags {
  readonly json?: true | undefined;
  readonly format?: Format;
  readonly report?: readonly ReportFile[];
}

export const jsonHelp = "print one JSON document to stdout";

export function addOutputFlags(command: Command): Command {
  return command
    .option("--json", jsonHelp)
    .addOption(
      new Option(
        "--format <format>",
        "output format (default: text), markdown for GitHub comments, github for annotations and a job summary",
      )
        .choices(formats)
        .conflicts("json"),
    )
    .option(
      "--report <format=file>",
      "also write a text, markdown, junit or json report to a file, for example markdown=plan.md (repeatable)",
      collectReportFiles,
    );
}

function collectReportFiles(text: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [, name, file = ""] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = [...formats, "json" as const].find((candidate) => candidate === name);
  if (format === undefined || format === "github") {
    throw new InvalidArgumentError(
      "Must be text, markdown, junit or json, followed by = and a file, for example markdown=plan.md.",
    );
  }
  return [...previous, [format, file]];
}
