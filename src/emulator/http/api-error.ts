/** A request that the service refuses: thrown anywhere below a route, answered as `{"error", "field"}`. */
import { type FieldStep, formatField } from "../../diagnostics";

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415;

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: RefusalStatus,
    /** A sentence; names the field, where there is one. */
    sentence: string,
    readonly field?: string,
  ) {
    super(sentence);
  }
}

/** Refuses one field. @param fault what is wrong, to follow `The field "..."` */
export function badField(path: readonly FieldStep[], fault: string, status: 400 | 409 = 400): ApiError {
  const field = formatField(path);
  return new ApiError(status, `The field ${JSON.stringify(field)} ${fault}.`, field);
}
