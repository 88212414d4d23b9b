/** Options of several commands. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type DeletionLimit, type ExistingAlerts } from "../../reconcile";
import { type ReportFormat } from "../../reports";
import { maxPeriodDays, maxPeriodSeconds, parseTimeSpan } from "../../service/vocabulary";
import {
  collectList,
  collectStrings,
  parseExistingAlerts,
  parsePattern,
  parsePositiveInteger,
  parseSeconds,
  parseText,
  parseTime,
} from "./arguments";

export interface EnvironmentFlags {
  /** Names and patterns. */
  readonly environment?: readonly string[];
  readonly config?: string;
}

export function addConfigFlag(command: Command): Command {
  return command.option("--config <file>", "configuration (default: the nearest dbmon.yaml)", parseText);
}

export function addEnvironmentFlags(command: Command): Command {
  return addConfigFlag(
    command.option(
      "-e, --environment <names>",
      "environments of dbmon.yaml, as names or patterns",
      collectList,
    ),
  );
}

const formats: readonly ReportFormat[] = ["text", "markdown", "html", "github", "junit"];
export type ReportFile = readonly [format: ReportFormat | "json", file: string];

export interface OutputFlags {
  readonly json?: true | undefined;
  readonly format?: ReportFormat;
  readonly report?: readonly ReportFile[];
}

/** Options of commands that run in environments. Each command has some of them. */
export interface RunFlags extends EnvironmentFlags, OutputFlags {
  readonly yes?: true;
  readonly waves?: string;
  /** Whether the command waits for the propagation window itself. */
  readonly wait?: boolean;
  /** Propagation window in seconds. */
  readonly window?: number;
  readonly parallel?: number;
  /** Confirms exactly the changes that were shown with it. */
  readonly digest?: string;
}

export const jsonHelp = "print one JSON document to stdout";

export function addOutputFlags(command: Command): Command {
  return command
    .option("--json", jsonHelp)
    .addOption(new Option("--format <format>", "output format").choices(formats).conflicts("json"))
    .option(
      "--report <format=file>",
      "also write a report, for example html=plan.html or json=plan.json (repeatable)",
      collectReportFiles,
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

const describeSources = (others: string) =>
  `definitions, cdktf output${others}, or - for stdin (default: the current folder)`;
export const sourceHelp = describeSources(", plans of Terraform in JSON");
/** Terraform applies its plans. */
export const appliedSourceHelp = describeSources("");

export interface PlanFlags extends EnvironmentFlags {
  /** Seconds. */
  readonly window?: number;
  readonly target?: readonly string[];
}

export interface ChangeFlags extends PlanFlags, BacktestFlags {
  readonly prune?: readonly string[];
  readonly maxDeletes?: DeletionLimit;
  readonly existing?: ExistingAlerts;
}

export function addPlanFlags(command: Command): Command {
  return addWindowFlag(
    command.option("--target <name>", "only the alert with this name (repeatable)", collectStrings),
  );
}

export function addApplyFlags(command: Command): Command {
  return addEnvironmentFlags(addOutputFlags(addPlanFlags(command)))
    .option("--dry-run", "show the changes, and write nothing")
    .option("-y, --yes", "skip the confirmation prompt")
    .option("--wait", "wait for the changes to take effect, then verify them")
    .option("--no-wait", "exit after the last write (default)")
    .option("--parallel <n>", "max concurrent changes (default: 16)", parsePositiveInteger);
}

export function addDigestFlag(command: Command, purpose: string): Command {
  return command.addOption(new Option("--digest <digest>", purpose).argParser(parseDigest).conflicts("yes"));
}

function parseDigest(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("Must be the digest that a command without --yes has shown.");
}

export function addWindowFlag(command: Command): Command {
  return command.option(
    "--window <duration>",
    "max time until a change takes effect (default: 60s)",
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

export function addChangeFlags(command: Command): Command {
  return addBacktestFlags(
    command
      .option(
        "--prune <glob>",
        "delete unmanaged alerts with a matching name, such as 'team/*', unless --target is set (repeatable)",
        (text: string, previous?: readonly string[]) => collectStrings(parsePattern(text), previous),
      )
      .option(
        "--max-deletes <n|n%>",
        "max deletions (default: 10, and 25% of the alerts)",
        parseDeletionLimit,
      )
      .option(
        "--existing <adopt|error>",
        "live alerts with a defined name (default: adopt)",
        parseExistingAlerts,
      ),
  );
}

export function parseDeletionLimit(text: string): DeletionLimit {
  const [, number = "", percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (number === "" || (percent === "%" && value > 100)) {
    throw new InvalidArgumentError("Must be an integer, such as 20, or a percentage, such as 50%.");
  }
  return percent === "%" ? { share: value / 100 } : { count: value };
}

/** In Unix seconds if positive, otherwise in seconds relative to now. */
export interface PeriodFlags {
  readonly since?: number;
  readonly until?: number;
}

export const timeHelp = "a time (14d, 2026-11-01T18:00:00Z)";

/** @param fallback default of --since */
export function addPeriodFlags(command: Command, subject: string, fallback?: string): Command {
  return addSinceFlag(command, subject, fallback).option(
    "--until <time>",
    `${subject} until (default: now)`,
    parseTime,
  );
}

export function addSinceFlag(command: Command, subject: string, fallback?: string): Command {
  const suffix = fallback === undefined ? "" : ` (default: ${fallback})`;
  return command.option("--since <time>", `${subject} since ${timeHelp}${suffix}`, parseTime);
}

export interface HistoryFlags extends PeriodFlags {
  readonly metrics?: string;
  /** Label of Prometheus. */
  readonly metricsHost?: string;
}

export interface BacktestFlags extends HistoryFlags {
  readonly backtest?: true;
  readonly maxFirings?: MaxFirings;
}

export interface MaxFirings {
  readonly count: number;
  readonly windowMs: number;
  /** As the user wrote it. */
  readonly text: string;
}

const maxFiringCount = 10_000;
export const defaultBacktestDays = 14;

export function addHistoryFlags(command: Command, prefix = ""): Command {
  const fallback = `${defaultBacktestDays}d, max: ${maxPeriodDays}d`;
  return addPeriodFlags(command, `${prefix}replay events`, fallback)
    .option("--metrics <file>", `${prefix}values of metrics, CSV or JSON`, parseText)
    .option("--metrics-host <label>", `${prefix}label of hosts (default: host)`, parseText);
}

export function addBacktestFlags(command: Command): Command {
  const prefix = "with --backtest: ";
  command.option("--backtest", "report how often changed alerts would have fired");
  return addMaxFiringsFlag(addHistoryFlags(command, prefix), prefix);
}

export function addMaxFiringsFlag(command: Command, prefix = ""): Command {
  return command.option(
    "--max-firings <n/period>",
    `${prefix}fail if an alert fires more often within any such period, for example 20/7d`,
    parseMaxFirings,
  );
}

export function parseMaxFirings(text: string): MaxFirings {
  const [, digits = "", period = ""] = /^(\d{1,5})\/(.+)$/.exec(text) ?? [];
  const count = Number(digits);
  const windowMs = parseTimeSpan(period) ?? 0;
  const isInRange = count <= maxFiringCount && windowMs >= 1000 && windowMs <= maxPeriodSeconds * 1000;
  if (digits !== "" && isInRange) return { count, windowMs, text };
  throw new InvalidArgumentError(
    `Must be a number from 0 to ${maxFiringCount} and a duration up to ${maxPeriodDays}d, for example 20/7d.`,
  );
}
