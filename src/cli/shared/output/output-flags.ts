/** Output options of the commands that print a report. */
import { type Command, InvalidArgumentError, Option } from "commander";

const formats = ["text", "markdown", "html", "github", "junit"] as const;
export type Format = (typeof formats)[number];
export type ReportFile = readonly [format: Format | "json", file: string];

export interface OutputFlags {
  readonly json?: true | undefined;
  readonly format?: Format;
  readonly report?: readonly ReportFile[];
  /** Address of a line of code, with {file} and {line}. */
  readonly codeUrl?: string;
  /** Address of a live alert, with {id} or {name}. */
  readonly alertUrl?: string;
}

export const jsonHelp = "print one JSON document to stdout";

export function addOutputFlags(command: Command): Command {
  return command
    .option("--json", jsonHelp)
    .addOption(
      new Option(
        "--format <format>",
        "output format (default: text), markdown for GitHub comments, html for a page, github for annotations and a job summary",
      )
        .choices(formats)
        .conflicts("json"),
    )
    .option(
      "--report <format=file>",
      "also write a text, markdown, html, junit or json report to a file, for example html=plan.html (repeatable)",
      collectReportFiles,
    )
    .option(
      "--code-url <template>",
      "address of a line of code for links of the page, with {file} and {line} (default: detected in GitHub and GitLab CI)",
      (text: string) => urlTemplate(text, ["{file}"]),
    )
    .option(
      "--alert-url <template>",
      "address of a live alert for links of the page, with {id} or {name}",
      (text: string) => urlTemplate(text, ["{id}", "{name}"]),
    );
}

function collectReportFiles(text: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [, name, file = ""] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = [...formats, "json" as const].find((candidate) => candidate === name);
  if (format === undefined || format === "github") {
    throw new InvalidArgumentError(
      "Must be text, markdown, html, junit or json, followed by = and a file, for example html=plan.html.",
    );
  }
  return [...previous, [format, file]];
}

/** @param placeholders the template must contain one of them */
function urlTemplate(text: string, placeholders: readonly string[]): string {
  if (/^https?:\/\/./.test(text) && placeholders.some((placeholder) => text.includes(placeholder)))
    return text;
  throw new InvalidArgumentError(
    `Must be an http or https address that contains ${placeholders.join(" or ")}.`,
  );
}
