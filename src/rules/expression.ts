/** Expressions in CEL, the Common Expression Language. CEL has no recursion, and a budget limits the values that an evaluation makes. */
import { RE2JS } from "@bufbuild/re2";
import type { ASTNode, Environment } from "@marcbachmann/cel-js" with { "resolution-mode": "import" };
import { didYouMean, errorMessage, getOrAdd, nearNames, quote, toNfc } from "../diagnostics";
import { type AlertValue } from "./alert-value";
import { childrenOf, ExpressionError, findReads, type Reads, variables } from "./reads";

/** The variables of an expression. Those that only a plan knows are undefined outside of one. */
export interface ExpressionValues {
  readonly alert: AlertValue;
  readonly environment: string;
  readonly before?: AlertValue | null | undefined;
  readonly change?: RuleChange | undefined;
}

/** What a plan does with an alert. */
export interface RuleChange {
  readonly action: string;
  /** Whether it restarts the duration of a threshold alert that is about to fire. */
  readonly restarts: boolean;
  /** Whether there is a situation in which the alert, at some time, has notified more often before the change than after it. */
  readonly silences: boolean;
  /** Whether the alert fires and notifies as before in every situation. */
  readonly behavesTheSame: boolean;
}

export interface Expression {
  readonly reads: Reads;
  /** @throws ExpressionError */
  readonly evaluate: (values: ExpressionValues) => boolean;
}

export type Compiler = (text: string) => Expression;

/** Others take more than linear time, or make values that the budget does not count. */
const allowedFunctions: readonly string[] = [
  ...["all", "exists", "exists_one", "filter", "has", "map"],
  ...[
    "contains",
    "endsWith",
    "indexOf",
    "lowerAscii",
    "matches",
    "size",
    "startsWith",
    "substring",
    "trim",
    "upperAscii",
  ],
  ...["bool", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"],
];

/** Functions of other languages, with examples of what CEL has for them. */
const equivalents = new Map([
  ["includes", '"DBA team mail" in alert.destinations, or alert.name.contains("text")'],
  ["len", "size(alert.destinations)"],
  ["length", "size(alert.destinations)"],
  ["not", "!alert.disabled"],
  ["any", 'alert.hosts.exists(host, host.startsWith("db-"))'],
  ["some", 'alert.hosts.exists(host, host.startsWith("db-"))'],
  ["every", 'alert.hosts.all(host, host.startsWith("db-"))'],
  ["toLowerCase", "alert.name.lowerAscii()"],
  ["toUpperCase", "alert.name.upperAscii()"],
]);

const limits = { maxAstNodes: 500, maxDepth: 50, maxListElements: 100, maxMapEntries: 100 };

/** Loads the library. @returns a function that throws ExpressionError */
export async function loadCompiler(): Promise<Compiler> {
  const cel = await import("@marcbachmann/cel-js");
  const environment = new cel.Environment({ limits });
  for (const name of Object.keys(variables)) {
    environment.registerVariable(name, name === "environment" ? "string" : "dyn");
  }
  registerArithmetic(environment);
  registerReplacements(environment, new cel.Environment());
  return (text) => compile(environment, text);
}

function compile(environment: Environment, text: string): Expression {
  const program = guard(() => environment.parse(text));
  prepare(program.ast);
  const reads = findReads(program.ast);
  const { valid, type, error } = program.check();
  if (!valid && error !== undefined) throw asExpressionError(error);
  if (type !== "bool" && type !== "dyn") throw notBoolean(`a value of type ${type ?? "unknown"}`);
  const budget = { remaining: maxSteps };
  limitSteps(program.ast, budget);
  return {
    reads,
    evaluate: (values) => {
      budget.remaining = maxSteps;
      const result = guard((): unknown => program({ ...values }));
      if (typeof result !== "boolean")
        throw notBoolean(result === null ? "null" : `a value of type ${typeof result}`);
      return result;
    },
  };
}

/** Of the evaluation for one alert: values, and the characters or items of each. A step takes up to 30 bytes. */
const maxSteps = 5_000_000;

/** Counts the value of each node whenever it is evaluated, in loops too. */
function limitSteps(node: ASTNode, budget: { remaining: number }): void {
  let evaluate: unknown = Reflect.get(node, "evaluate");
  const evaluateCounted = (...args: readonly unknown[]): unknown => {
    const value: unknown = Reflect.apply(evaluate as () => unknown, node, args);
    budget.remaining -= typeof value === "string" || Array.isArray(value) ? 1 + value.length : 1;
    if (budget.remaining < 0)
      throw new ExpressionError(
        `it makes more than ${maxSteps.toLocaleString("en-US")} values and characters`,
      );
    return value;
  };
  // The library replaces the method of a node when it evaluates it first.
  Object.defineProperty(node, "evaluate", {
    get: () => evaluateCounted,
    set: (chosen: unknown) => {
      evaluate = chosen;
    },
  });
  for (const child of childrenOf(node)) limitSteps(child, budget);
}

function notBoolean(result: string): ExpressionError {
  return new ExpressionError(`it results in ${result} instead of true or false`);
}

function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asExpressionError(error);
  }
}

/** The library's errors have a summary, besides a message of several lines that quotes the expression. */
function asExpressionError(error: unknown): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const summary: unknown = error instanceof Error && "summary" in error ? error.summary : undefined;
  const range: unknown = error instanceof Error && "range" in error ? error.range : undefined;
  const text = typeof summary === "string" ? summary : errorMessage(error);
  const isRange = typeof range === "object" && range !== null && "start" in range;
  const offset = isRange && typeof range.start === "number" ? range.start : undefined;
  return new ExpressionError(`${text.slice(0, 1).toLowerCase()}${text.slice(1)}`, offset);
}

/** Numbers of alerts are doubles, and CEL has no arithmetic of doubles with integers, so that `before.threshold.trigger * 2` would fail. */
function registerArithmetic(environment: Environment): void {
  const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => a / b,
  };
  for (const [operator, compute] of Object.entries(operators)) {
    const handler = (a: unknown, b: unknown) => compute(Number(a), Number(b));
    environment.registerOperator(`double ${operator} int: double`, handler);
    environment.registerOperator(`int ${operator} double: double`, handler);
  }
}

/**
 * Functions in place of those of the library. It matches patterns with RegExp, whose time can be exponential, and CEL's patterns are those
 * of RE2, whose time is linear. It reads a duration in cubic time.
 */
const replacements: Readonly<Record<string, string>> = {
  matches: "matchesInLinearTime",
  duration: "durationOfShortText",
};
const maxDurationLength = 50;

function registerReplacements(environment: Environment, library: Environment): void {
  environment.registerFunction("string.matchesInLinearTime(string): bool", (text: string, pattern: string) =>
    guard(() => compilePattern(pattern).test(text)),
  );
  const parseDuration = library.registerVariable("text", "string").parse("duration(text)");
  environment.registerFunction(
    "durationOfShortText(string): google.protobuf.Duration",
    (text: string): unknown => {
      if (text.length <= maxDurationLength) return parseDuration({ text });
      throw new ExpressionError(`a duration has more than ${maxDurationLength} characters`);
    },
  );
}

/**
 * Replaces functions, and converts literals to NFC, the form of the values.
 *
 * @throws ExpressionError for a call of a function that rules do not have, and for an invalid pattern that is a literal
 */
function prepare(node: ASTNode): void {
  if (node.op === "value" && typeof node.args === "string") Object.assign(node, { args: toNfc(node.args) });
  if (node.op === "rcall" || node.op === "call") {
    const [name] = node.args;
    if (!allowedFunctions.includes(name)) {
      const what = `rules have no function ${quote(name)}`;
      throw new ExpressionError(what, node.range.start, equivalentOf(name));
    }
    if (node.op === "rcall" && name === "matches") {
      const [pattern] = node.args[2];
      if (pattern?.op === "value" && typeof pattern.args === "string") {
        const { args: text } = pattern;
        guard(() => compilePattern(text));
      }
    }
    node.args[0] = replacements[name] ?? name;
  }
  childrenOf(node).forEach(prepare);
}

function equivalentOf(name: string): string {
  const equivalent = equivalents.get(name);
  if (equivalent !== undefined) return `Write, for example, ${equivalent}.`;
  const near = nearNames(name, allowedFunctions);
  if (near.length > 0) return didYouMean(near);
  return `Rules have ==, &&, || and !, in, and: ${allowedFunctions.join(", ")}.`;
}

/** Together, 100 programs of 2,000 instructions take up to 200 MiB. */
const maxPatterns = 100;
const maxPatternLength = 1000;
const maxInstructions = 2000;
const patterns = new Map<string, RE2JS>();

/** Compiles each pattern once. */
function compilePattern(text: string): RE2JS {
  if (patterns.size > maxPatterns) patterns.clear();
  return getOrAdd(patterns, text, () => {
    const pattern = text.length > maxPatternLength ? undefined : RE2JS.compile(text);
    if (pattern !== undefined && pattern.re2().prog.numInst() <= maxInstructions) return pattern;
    throw new ExpressionError("a pattern is too long, or repeats too much");
  });
}
