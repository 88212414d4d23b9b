/** An error response of the service. Routes throw it, and the app responds with `{"error", "field"}`. */
import { type FieldStep, formatField } from "../../diagnostics";

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415;

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: ErrorStatus,
    /** A sentence that names the invalid field, if there is one. */
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Creates an error for one field. @param problem the rest of a sentence that starts with `The field "..."` */
export function badField(path: readonly FieldStep[], problem: string, status: 400 | 409 = 400): ApiError {
  const field = formatField(path);
  return new ApiError(status, `The field ${JSON.stringify(field)} ${problem}.`, field);
}
