/** Query parameters, from text to what an endpoint's schema asks for. Unknown ones are ignored, empty ones absent. */
import { z } from "zod";
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

// Only the schema knows whether `123` is meant as a number or as a text of digits.
function valueOf(field: z.core.$ZodType, text: string): string | number {
  const isText = z.safeParse(field, text).success;
  return !isText && /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

/** `from` and `until` are absolute, or, when not positive, relative to now in seconds (GEN-4). */
export function absoluteTime(value: number, clock: Clock): number {
  return value > 0 ? value : unixSeconds(clock) + value;
}
