/** What an expression reads, found in its syntax tree. Reports unknown fields. */
import type { ASTNode } from "@marcbachmann/cel-js" with { "resolution-mode": "import" };
import * as z from "zod";
import { formatField, hintForFewNames, quote } from "../diagnostics";
import { alertAttributes } from "../service";

/** Why an expression cannot be compiled or evaluated. The message is a clause. */
export class ExpressionError extends Error {
  override name = "ExpressionError";

  constructor(
    message: string,
    /** Offset in the expression. */
    readonly offset?: number,
    readonly remedy?: string,
  ) {
    super(message);
  }
}

/** What an expression reads besides the environment. */
export interface Reads {
  /** The variables and fields that it reads or tests, for example `alert`, `threshold`, `trigger`. */
  readonly paths: readonly (readonly string[])[];
  /** Whether it reads the live alert or the action, which only a plan knows. */
  readonly plan: boolean;
  /** Fields of the alert, for example `threshold.duration`, or `threshold` for all of its fields. Undefined: all fields. */
  readonly fields: ReadonlySet<string> | undefined;
}

/** Functions that evaluate an argument once per item of a list. */
const loops: readonly string[] = ["all", "exists", "exists_one", "map", "filter"];

interface Shape {
  readonly [key: string]: Shape;
}

/** The fields of an alert with their own fields. */
const alertShape: Shape = Object.fromEntries(
  Object.entries(alertAttributes).map(([key, schema]) => {
    const type = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    const keys = type instanceof z.ZodObject ? Object.keys(type.shape) : [];
    return [key, Object.fromEntries(keys.map((inner) => [inner, {}]))];
  }),
);

/** The variables of expressions with their fields. */
export const variables: Shape = {
  alert: alertShape,
  before: alertShape,
  change: { action: {}, silences: {}, behavesTheSame: {}, restarts: {} },
  environment: {},
};

/** Names of types, for example in `type(alert.name) == string`. */
const types = "bool bytes double google int list map null_type string type uint".split(" ");

/** Fields whose values are names of objects, even where a definition has an ID. */
const nameFields = ["policy", "destinations", "hosts", "threshold.duration"];

/** @throws ExpressionError for an unknown field, or a comparison that is never true */
export function findReads(tree: ASTNode): Reads {
  const paths: string[][] = [];
  const tested: string[][] = [];
  /** Variables of loops over lists of names. */
  const names: string[] = [];
  const isName = (node: ASTNode): boolean => {
    const [root = "", ...field] = pathOf(node) ?? [];
    return names.includes(root) || (root !== "environment" && nameFields.includes(field.join(".")));
  };
  const visit = (node: ASTNode, local: readonly string[]): void => {
    const path = pathOf(node);
    if (path !== undefined) {
      if (!local.includes(path[0] ?? "")) paths.push(checkPath(path, node));
      return;
    }
    if (node.op === "call" && node.args[0] === "has") {
      // It reads no value.
      const [[field]] = [node.args[1]];
      const path = field && pathOf(field);
      if (path !== undefined && !local.includes(path[0] ?? "")) tested.push(checkPath(path, node));
      return;
    }
    const isLoop = node.op === "rcall" && loops.includes(node.args[0]);
    const [list, ...body] = childrenOf(node);
    if (list === undefined) return;
    visit(list, local);
    const [item] = body;
    const loopVariable = isLoop && item?.op === "id" ? [item.args] : [];
    if (isName(list)) names.push(...loopVariable);
    const number = comparisons.includes(node.op) && [list, ...body].find(isNumber);
    if (number && [list, ...body].some(isName)) {
      const remedy = "Policies, destinations, hosts and durations are names here: write one in quotes.";
      throw new ExpressionError("it compares a name with a number", number.range.start, remedy);
    }
    for (const child of body) visit(child, [...local, ...loopVariable]);
  };
  visit(tree, types);
  const alerts = paths.filter(([root]) => root === "alert" || root === "before");
  const fields = alerts.map(([, ...field]) => field.join("."));
  return {
    paths: [...paths, ...tested],
    plan: [...paths, ...tested].some(([root]) => root === "before" || root === "change"),
    fields: fields.includes("") ? undefined : new Set(fields),
  };
}

const comparisons: readonly string[] = ["==", "!=", "in", "<", "<=", ">", ">="];

/** Whether the node is a number, or a list with one. */
function isNumber(node: ASTNode): boolean {
  return node.op === "list"
    ? childrenOf(node).some(isNumber)
    : node.op === "value" && ["number", "bigint"].includes(typeof node.args);
}

/** The names of `alert.threshold["metric"]`, which starts at a variable. Undefined for any other expression. */
function pathOf(node: ASTNode): string[] | undefined {
  if (node.op === "id") return [node.args];
  if (node.op !== "." && node.op !== "[]") return undefined;
  const [object, key] = node.args;
  const name = typeof key === "string" ? key : key.op === "value" ? key.args : undefined;
  const path = pathOf(object);
  return path === undefined || typeof name !== "string" ? undefined : [...path, name];
}

/** @returns the part of the path that has a known shape */
function checkPath(path: readonly string[], node: ASTNode): string[] {
  let shape: Shape | undefined = variables;
  const known: string[] = [];
  for (const name of path) {
    const names: string[] = Object.keys(shape);
    // Items of a list and characters of a text have no shape.
    if (names.length === 0) break;
    if (!Object.hasOwn(shape, name)) {
      const what = `unknown ${known.length === 0 ? "variable" : "field"} ${quote(formatField([...known, name]))}`;
      throw new ExpressionError(what, node.range.start, hintForFewNames(name, names));
    }
    known.push(name);
    shape = shape[name] ?? {};
  }
  return known;
}

export function childrenOf(node: ASTNode): ASTNode[] {
  return [node.args]
    .flat(3)
    .filter((child): child is ASTNode => typeof child === "object" && child !== null && "op" in child);
}
