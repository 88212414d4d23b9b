/**
 * A problem for a user to fix: what failed, where, and the remedy. Every module reports problems in this format, and the command and
 * the provider print them.
 */
import { type ProblemCode } from "./problem-codes";
import { joinFirst, truncate } from "./text";
import { quote, quoteIfEscaped, quoteUnusual, toSafeLine, toSafeLines } from "./untrusted-text";

/** A field's name as the service spells it, or an index. */
export type FieldStep = string | number;

/** The location of a problem. Unknown parts are omitted. */
export interface Place {
  readonly subject?: string;
  /** Path of the field in the subject, for example `["threshold", "alert_level"]`. */
  readonly field?: readonly FieldStep[];
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** Path of the construct that a synthesized value comes from. */
  readonly construct?: string;
  /** Address of the resource of Terraform that a planned value comes from. */
  readonly address?: string;
}

export type Severity = "error" | "warning";

export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly what: string;
  readonly where?: Place;
  /** How to fix it: imperative sentences. */
  readonly remedy?: string;
  /** Names of the environments that have the problem, if it depends on them. */
  readonly environments?: readonly string[];
}

type ProblemDetails = Omit<Problem, "code" | "severity" | "what">;

export function errorOf(code: ProblemCode, what: string, details?: ProblemDetails): Problem {
  return { code, severity: "error", what, ...details };
}

export function warningOf(code: ProblemCode, what: string, details?: ProblemDetails): Problem {
  return { code, severity: "warning", what, ...details };
}

/** Carries problems to the entry point, which prints them without a stack trace. */
export class ProblemError extends Error {
  override name = "ProblemError";

  constructor(
    readonly problems: readonly Problem[],
    options?: ErrorOptions,
  ) {
    super(problems.map(formatProblem).join("\n"), options);
  }

  about(subject: string): ProblemError {
    const problems = this.problems.map((problem) => ({ ...problem, where: { subject, ...problem.where } }));
    return new ProblemError(problems, { cause: this });
  }

  static of(
    code: ProblemCode,
    what: string,
    details: ProblemDetails = {},
    options?: ErrorOptions,
  ): ProblemError {
    return new ProblemError([errorOf(code, what, details)], options);
  }
}

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the device",
  ENOENT: "no such file or folder",
  EEXIST: "it already exists",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many open files",
  EIO: "input/output error",
};

/** Returns the reason of a caught error as a clause. Omits the code and the path of a system error. */
export function errorMessage(error: unknown): string {
  const code = errorCode(error);
  const reason = code === undefined ? undefined : systemErrors[code];
  return reason ?? (error instanceof Error ? error.message : String(error));
}

export function errorCode(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
}

export function isError(problem: Pick<Problem, "severity">): boolean {
  return problem.severity === "error";
}

/** For example `threshold.alert_level` or `destinations[1]`. Keys with characters other than letters, digits, `_`, `$` and `-` are quoted. */
export function formatField(path: readonly FieldStep[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    const name = step.includes(".") ? quote(step) : quoteUnusual(step);
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

/**
 * For example `alerts.yaml:12:5: "CPU high", field threshold.reset` or `cdk.tf.json: on-call/cpu: "CPU high"`.
 * Names of files and constructs are quoted if they contain characters that `quote` escapes.
 */
export function formatPlace(place: Place): string {
  const file = [place.file && quoteIfEscaped(place.file), place.line, place.column]
    .filter((part) => part !== undefined)
    .join(":");
  const subject = place.subject === undefined ? undefined : quote(place.subject);
  const field = place.field === undefined || place.field.length === 0 ? undefined : formatField(place.field);
  const inside = [subject, field === undefined ? undefined : `field ${field}`].filter(
    (part) => part !== undefined,
  );
  return [
    file,
    place.construct && quoteIfEscaped(place.construct),
    place.address && toSafeLine(place.address),
    inside.join(", "),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(": ");
}

/** Returns one line with place and message, and an indented line with the remedy. Untrusted text is sanitized. */
export function formatProblem(problem: Problem): string {
  const place = formatProblemPlace(problem);
  const what = `${problem.what}${formatEnvironments(problem)}`;
  const head = toSafeLine(truncate(place === "" ? what : `${place}: ${what}`, maxProblemLength));
  if (problem.remedy === undefined) return head;
  // Indented, so that no line of it looks like another problem.
  const remedy = toSafeLines(truncate(problem.remedy, maxProblemLength)).replaceAll("\n", "\n  ");
  return `${head}\n  ${remedy}`;
}

/** In UTF-16 units, of each part. */
const maxProblemLength = 20_000;

const maxListedEnvironments = 5;

/** Returns another sentence, ` Environments: staging, production.`, or nothing if the problem does not depend on them. */
export function formatEnvironments({ environments = [] }: Problem): string {
  if (environments.length === 0) return "";
  const listed = joinFirst(environments, maxListedEnvironments, quoteUnusual);
  return ` Environment${environments.length === 1 ? "" : "s"}: ${listed}.`;
}

/** Formats the place of a problem. Omits the field if the message names it: `policy must be ...` or `Unknown key policy.` */
export function formatProblemPlace({ what, where = {} }: Problem): string {
  const { field = [], ...place } = where;
  const name = formatField(field);
  return formatPlace(what.startsWith(`${name} `) || what.endsWith(` key ${name}.`) ? place : where);
}
