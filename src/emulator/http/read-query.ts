/** Query parameters, from text to what an endpoint's schema asks for. Unknown ones are ignored, empty ones absent. */
import * as z from "zod";
import { type Clock, unixSeconds } from "../clock";
import { badField } from "./api-error";

/** @throws ApiError 400 naming the parameter */
export function readQuery<T extends z.ZodObject>(schema: T, parameters: URLSearchParams): z.output<T> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const text = parameters.get(name) ?? "";
    if (text !== "") values[name] = valueOf(field, text);
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badField(
    [String(issue?.path[0] ?? "query")],
    `is not valid: ${(issue?.message ?? "not understood").replace(/^Invalid input: /, "")}`,
  );
}

// Only the schema knows whether `1` is meant as a number, as true or as a text.
function valueOf(field: z.core.$ZodType, text: string): string | number | boolean {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
  const truth = new Map([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ]).get(text.toLowerCase());
  const fits = [text, number, truth].find(
    (value) => value !== undefined && z.safeParse(field, value).success,
  );
  return fits ?? number ?? text;
}

/** The ids of a comma-separated list that its schema has let pass; undefined where there is none. */
export function readHosts(text: string | undefined): number[] | undefined {
  return text?.split(",").map(Number);
}

/** `from` and `until` are absolute, or, when not positive, relative to now in seconds (GEN-4). */
function absoluteTime(value: number, clock: Clock): number {
  return value > 0 ? value : unixSeconds(clock) + value;
}

export function absoluteTimeOf(value: number | undefined, clock: Clock): number | undefined {
  return value === undefined ? undefined : absoluteTime(value, clock);
}
