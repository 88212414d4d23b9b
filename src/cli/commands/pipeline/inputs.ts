/** Reads the inputs of a pipeline from the variable DBMON_INPUTS. */
import * as z from "zod";
import {
  errorMessage,
  errorOf,
  hintForName,
  omitUndefined,
  type Problem,
  ProblemError,
  quote,
} from "../../../diagnostics";
import {
  type DrillAnswers,
  type IssueTopic,
  type PipelineCommand,
  pipelineCommands,
} from "../../../pipelines";
import { type BacktestFlags, type ChangeFlags, type MaxFirings } from "../../framework/flags";

export interface PipelineInputs extends BacktestFlags, Pick<ChangeFlags, "maxDeletes"> {
  readonly command: PipelineCommand;
  readonly sources: readonly string[];
  /** Names and patterns of environments. Empty: as without `--environment`. */
  readonly environments: readonly string[];
  readonly planFile?: string;
  /** Folder of a Terraform configuration, in which terraform runs instead of dbmon. */
  readonly terraform?: string;
  /** Separates the comments and issues of jobs that differ in nothing else. */
  readonly label?: string;
  readonly comment: boolean;
  /** What is reported as an issue, instead of failing the job. */
  readonly issue?: IssueTopic;
  /** Whether a drift also writes the patch that accepts the live values. */
  readonly accept: boolean;
  readonly destinations: readonly string[];
  /** What people wrote into the issue of an earlier drill, which is resumed. */
  readonly answered?: DrillAnswers;
}

/** Parsers of options that take the same values. The definition of the command passes them, because it has loaded them already. */
export interface InputParsers {
  readonly parseTime: (text: string) => number;
  readonly parseMaxFirings: (text: string) => MaxFirings;
  readonly parseDeletionLimit: (text: string) => NonNullable<ChangeFlags["maxDeletes"]>;
}

const topics = ["drift", "audit", "drill"] as const satisfies readonly IssueTopic[];
const commandsByInput: Readonly<Record<string, readonly PipelineCommand[]>> = {
  sources: pipelineCommands.filter((command) => command !== "audit" && command !== "drill"),
  backtest: ["plan", "apply", "drift"],
  since: ["plan", "backtest", "apply", "drift", "audit"],
  "max-firings": ["plan", "apply", "drift"],
  accept: ["drift"],
  destinations: ["drill"],
  "max-deletes": ["plan", "apply"],
  "plan-file": ["plan", "apply"],
  terraform: ["plan", "apply", "drift"],
};
/** Inputs of all commands. `version` selects the executable, which is already running. */
const generalInputs = [
  "command",
  "environment",
  "label",
  "comment",
  "on-drift",
  "on-findings",
  "on-unconfirmed",
  "version",
];
const listInputs = ["sources", "environment", "destinations"];
const inputNames = [...generalInputs, ...Object.keys(commandsByInput)];
/** Not supported with `terraform`. */
const dbmonInputs = ["environment", ...Object.keys(commandsByInput).filter((name) => name !== "terraform")];

/** @throws ProblemError with all problems of the inputs */
export function readInputs(environment: NodeJS.ProcessEnv, parsers: InputParsers): PipelineInputs {
  const values = readValues(environment["DBMON_INPUTS"] ?? "{}");
  const problems: Problem[] = [];
  const report = (what: string, remedy: string) => problems.push(errorOf("ci-invalid", what, { remedy }));
  for (const [name, value] of values) {
    if (!inputNames.includes(name)) report(`Unknown input ${quote(name)}.`, hintForName(name, inputNames));
    else if (typeof value !== "string" && !listInputs.includes(name))
      report(`Invalid input ${name}: it is a list.`, "Set it to a string.");
  }
  const list = (name: string) => {
    const value = values.get(name) ?? "";
    return (typeof value === "string" ? value.split("\n") : value)
      .map((item) => item.trim())
      .filter((item) => item !== "");
  };
  const text = (name: string) => list(name).join("\n") || undefined;
  const choice = <T extends string>(name: string, choices: readonly T[], fallback?: T): T | undefined => {
    const value = text(name) ?? fallback;
    const chosen = choices.find((one) => one === value);
    const what = value === undefined ? `Missing input ${name}.` : `Invalid input ${name}: ${quote(value)}.`;
    if (chosen === undefined) report(what, `Set it to one of ${choices.join(", ")}.`);
    return chosen;
  };
  const isTrue = (name: string, fallback: "true" | "false") =>
    choice(name, ["true", "false"], fallback) === "true";
  const parsed = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const value = text(name);
    try {
      return value === undefined ? undefined : parse(value);
    } catch (error) {
      report(`Invalid input ${name}: ${quote(value ?? "")}.`, errorMessage(error));
      return undefined;
    }
  };
  const command = choice("command", pipelineCommands);
  const reports = {
    drift: choice("on-drift", ["fail", "issue"], "fail"),
    audit: choice("on-findings", ["fail", "issue"], "fail"),
    drill: choice("on-unconfirmed", ["fail", "issue"], "fail"),
  } as const;
  const destinations = list("destinations");
  const inputs = {
    sources: list("sources"),
    environments: list("environment"),
    destinations,
    comment: isTrue("comment", "true"),
    accept: isTrue("accept", "false"),
    ...omitUndefined({
      issue: topics.find((topic) => topic === command && reports[topic] === "issue"),
      planFile: text("plan-file"),
      terraform: text("terraform"),
      label: text("label"),
      backtest: isTrue("backtest", "false") ? (true as const) : undefined,
      since: parsed("since", parsers.parseTime),
      maxFirings: parsed("max-firings", parsers.parseMaxFirings),
      maxDeletes: parsed("max-deletes", parsers.parseDeletionLimit),
    }),
  };
  for (const [name, commands] of Object.entries(commandsByInput)) {
    if (command === undefined || text(name) === undefined || commands.includes(command)) continue;
    report(`dbmon ${command} does not support the input ${name}.`, "Remove the input.");
  }
  for (const name of inputs.terraform === undefined ? [] : dbmonInputs) {
    if (text(name) !== undefined)
      report(`terraform does not support the input ${name}.`, "Remove one of the two inputs.");
  }
  if (command === "drill" && destinations.length === 0)
    report("Missing input destinations.", "Set it to names of destinations, one per line, or to * for all.");
  if (command === undefined || problems.length > 0) throw new ProblemError(problems);
  return { command, ...inputs };
}

/** A list is a JSON list of strings, or a string with one item per line, so that an item can contain spaces. */
function readValues(json: string): ReadonlyMap<string, string | readonly string[]> {
  try {
    const value = z.union([z.string(), z.array(z.string())]);
    return new Map(Object.entries(z.record(z.string(), value).parse(JSON.parse(json))));
  } catch (error) {
    const what = "DBMON_INPUTS is not a JSON object of strings and lists of strings.";
    throw ProblemError.of(
      "ci-invalid",
      what,
      { remedy: `Set it to the inputs, for example {"command": "plan", "sources": ["alerts"]}.` },
      { cause: error },
    );
  }
}
