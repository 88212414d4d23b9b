/** Holds a value against a schema of the service's nouns; what does not fit becomes a sentence that names the field. */
import type * as z from "zod";
import { type FieldStep } from "../../diagnostics";
import { ApiError, badField } from "./api-error";

/** @throws ApiError 400 for the first field that does not fit */
export function checkBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues[0], body);
}

function refusalOf(issue: z.core.$ZodIssue | undefined, body: unknown): ApiError {
  const path = (issue?.path ?? []).filter((step): step is FieldStep => typeof step !== "symbol");
  if (issue === undefined || path.length === 0) return new ApiError(400, "The body must be a JSON object.");
  if (valueAt(body, path) === undefined) return badField(path, "is missing");
  return badField(path, `is not valid: ${faultOf(issue)}`);
}

// A failed choice between several types says nothing by itself: its alternatives do.
function faultOf(issue: z.core.$ZodIssue): string {
  const messages =
    issue.code === "invalid_union" ? issue.errors.flat().map((inner) => inner.message) : [issue.message];
  return [...new Set(messages)].map((message) => message.replace(/^Invalid input: /, "")).join(" or ");
}

function valueAt(value: unknown, path: readonly FieldStep[]): unknown {
  return path.reduce<unknown>(
    (inside, step) =>
      typeof inside === "object" && inside !== null
        ? (new Map(Object.entries(inside)).get(String(step)) as unknown)
        : undefined,
    value,
  );
}
