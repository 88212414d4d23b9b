/**
 * One thing that is wrong, told so that a person can act on it: what happened, where, and what to do next.
 * Every room reports its complaints in this form; the command and the provider only decide how to show it.
 */

/** A step into a value: a field's name (as the service spells it) or a position in a list. */
export type FieldStep = string | number;

/** Where a problem sits. Each part is given as far as it is known. */
export interface Place {
  /** Name of the alert, destination or other object that the problem concerns. */
  readonly subject?: string;
  /** Path of the field inside it, e.g. `["threshold", "alert_level"]`. */
  readonly field?: readonly FieldStep[];
  /** File that the value was read from. */
  readonly file?: string;
  /** Line in that file, from 1. */
  readonly line?: number;
  /** Column in that line, from 1. */
  readonly column?: number;
  /** Path of the construct that made it, where the file was synthesized. */
  readonly construct?: string;
}

export type Severity = "error" | "warning";

export interface Problem {
  readonly severity: Severity;
  /** What is wrong, in one sentence. */
  readonly what: string;
  readonly where?: Place;
  /** What to do next. */
  readonly remedy?: string;
}

/** An error that carries problems: thrown where work cannot go on, shown without a stack trace. */
export class ProblemError extends Error {
  override name = "ProblemError";

  constructor(
    readonly problems: readonly Problem[],
    options?: ErrorOptions,
  ) {
    super(problems.map(formatProblem).join("\n"), options);
  }

  static of(
    what: string,
    details: Omit<Problem, "severity" | "what"> = {},
    options?: ErrorOptions,
  ): ProblemError {
    return new ProblemError([{ severity: "error", what, ...details }], options);
  }
}

export function isError(problem: Problem): boolean {
  return problem.severity === "error";
}

/** `threshold.alert_level`, `destinations[1]`. A name that is no plain word is a key that somebody wrote, and is quoted. */
export function formatField(path: readonly FieldStep[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    const name = /^[\w$-]+$/.test(step) ? step : quote(step);
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

/**
 * `alerts.yaml:12:5: "CPU high", field threshold.reset`, `cdk.tf.json: on-call/cpu: "CPU high"`: the parts that are known.
 * Names of files and constructs are quoted where they could fake output of ours.
 */
export function formatPlace(place: Place): string {
  const file = [plainOrQuoted(place.file), place.line, place.column]
    .filter((part) => part !== undefined)
    .join(":");
  const subject = place.subject === undefined ? undefined : quote(place.subject);
  const field = place.field === undefined || place.field.length === 0 ? undefined : formatField(place.field);
  const inside = [subject, field === undefined ? undefined : `field ${field}`].filter(
    (part) => part !== undefined,
  );
  return [file, plainOrQuoted(place.construct), inside.join(", ")]
    .filter((part) => part !== undefined && part !== "")
    .join(": ");
}

function plainOrQuoted(text: string | undefined): string | undefined {
  return text === undefined || quote(text) === `"${text}"` ? text : quote(text);
}

/** One line for what and where; a second one for the remedy. */
export function formatProblem(problem: Problem): string {
  const place = problem.where === undefined ? "" : formatPlace(problem.where);
  const head = place === "" ? problem.what : `${place}: ${problem.what}`;
  return problem.remedy === undefined ? head : `${head}\n  ${problem.remedy}`;
}

/** What is not seen as itself: controls, marks of direction, spaces without width. Joiners stay, which scripts and emoji need. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A user's text in double quotes, what cannot be seen escaped, so that it cannot fake output of ours, and names that look alike
 * are told apart.
 */
export function quote(text: string): string {
  const quoted = JSON.stringify(text).replace(unseen, escaped);
  // Anywhere in a line of a log this is a command to the runner of GitHub Actions.
  return quoted.replaceAll("##[", "##\\u005b");
}

/** A character beyond 16 bits is two escapes. */
function escaped(character: string): string {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\u${unit}`).join("");
}
