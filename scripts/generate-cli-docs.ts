/**
 * Writes docs/problems.md and docs/cli/: a page for each command, from the same definitions as its `--help`, and with an example of cli-examples.md.
 * `tsx scripts/generate-cli-docs.ts [--out FOLDER]`. Does not need a build.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Command, type Option } from "commander";
import { format, resolveConfig } from "prettier";
import { helpOf } from "../src/cli/framework/command";
import { environmentHelp, exitCodeHelp } from "../src/cli/program";
import { buildDocumentedProgram } from "./documented-program";
import { problemDescriptions } from "./problem-descriptions";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = join(resolve(values.out ?? join(root, "docs")), "cli");

const exampleSections = readFileSync(join(__dirname, "cli-examples.md"), "utf8").split(/^## /m);

interface NamedCommand {
  /** Full name, such as "dbmon event create". */
  readonly name: string;
  readonly command: Command;
}

/** Commands with an action. Commands that only group others have no help text. */
function commandsOf({ name, command }: NamedCommand): NamedCommand[] {
  const below = command.commands.flatMap((one) =>
    commandsOf({ name: `${name} ${one.name()}`, command: one }),
  );
  return helpOf(command) === undefined ? below : [{ name, command }, ...below];
}

function indexPage(commands: readonly NamedCommand[]): string {
  return [
    "# The `dbmon` command",
    "",
    "One page per command, with the text of `dbmon COMMAND --help` and an example.",
    "",
    "| command | what it does |",
    "| --- | --- |",
    ...commands.map((one) => `| [${one.name}](${fileOf(one)}) | ${cell(one.command.description())} |`),
    "",
    "## Environment",
    "",
    "| variable | meaning |",
    "| --- | --- |",
    ...environmentHelp.map(([name, meaning]) => `| \`${name}\` | ${cell(meaning)} |`),
    "",
    "## Exit codes",
    "",
    "| code | meaning |",
    "| --- | --- |",
    ...exitCodeHelp.map(([code, meaning]) => `| ${code} | ${cell(meaning)} |`),
    "",
    "Results go to stdout, and all other output to stderr. With `--json`, stdout is always [one JSON document](../guides/programs.md).",
    "",
    'Output shows the name of a destination, policy or duration next to its id: `destinations: [3 "#db-alerts"]`. See',
    "[Review a plan](../guides/ci.md#review-a-plan).",
    "",
  ].join("\n");
}

function commandPage({ name, command }: NamedCommand): string {
  const { notes = [], examples = [] } = helpOf(command) ?? {};
  return [
    `# ${name}`,
    "",
    sentence(command.description()),
    "",
    "```text",
    `${name} ${command.usage()}`,
    "```",
    "",
    ...table(
      "argument",
      command.registeredArguments.map((one) => [one.name(), one.description]),
    ),
    ...table(
      "option",
      command.options.filter((one: Option) => !one.hidden).map((one) => [one.flags, optionText(one)]),
    ),
    ...notes,
    "",
    "## Examples",
    "",
    "```sh",
    ...examples,
    "```",
    "",
    "Against the [emulator](../emulator.md):",
    "",
    exampleOf(name),
    "",
  ].join("\n");
}

/** The section of the command in cli-examples.md, without markers of the test. @throws Error if there is none */
function exampleOf(name: string): string {
  const title = name.replace(/^dbmon /, "");
  const section = exampleSections.find((one) => one.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`scripts/cli-examples.md has no section "${title}".`);
  return section.slice(title.length).replace(/^<!--.*-->$/gm, "");
}

function optionText({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(", ")})`;
  const fallback =
    defaultValue === undefined || typeof defaultValue === "boolean"
      ? ""
      : ` (default: ${String(defaultValue)})`;
  return `${description}${choices}${fallback}`;
}

function table(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([head, text]) => `| \`${cell(head)}\` | ${cell(text)} |`);
  return [`| ${title} | meaning |`, "| --- | --- |", ...lines, ""];
}

/** Escapes bars, which end a cell even in code. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function fileOf({ name }: NamedCommand): string {
  return `${name.split(" ").slice(1).join("-")}.md`;
}

/** Each code has a heading, because links lead to it. */
function problemsPage(): string {
  return [
    "# Codes of problems",
    "",
    "Each problem of a [document](guides/programs.md) has a code, which does not change. The problems of a [check](checks.md) have its name.",
    "",
    ...Object.entries(problemDescriptions).flatMap(([code, meaning]) => [`## ${code}`, "", meaning, ""]),
  ].join("\n");
}

async function write(): Promise<void> {
  const commands = commandsOf({ name: "dbmon", command: buildDocumentedProgram() });
  const pages = new Map([
    ["README.md", indexPage(commands)],
    ["../problems.md", problemsPage()],
  ]);
  for (const one of commands) pages.set(fileOf(one), commandPage(one));
  const style = await resolveConfig(join(root, "README.md"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const [file, text] of pages) {
    writeFileSync(join(out, file), await format(text, { ...style, parser: "markdown" }));
  }
}

void write();
