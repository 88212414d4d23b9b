/**
 * Bytes or values that do not fit their type. It becomes a diagnostic at its path; it never ends the process.
 */
import { type Path } from "../diagnostics";

export class CodecError extends Error {
  /** From the outermost value inwards. Set elements are counted, as they have no name. */
  readonly path: Path;

  constructor(message: string, path: Path = []) {
    super(message);
    this.name = "CodecError";
    this.path = path;
  }

  /** The same complaint, seen from one level further out. */
  under(step: string | number): CodecError {
    return new CodecError(this.message, [step, ...this.path]);
  }
}

/** Runs `work` for one part of a value, so that a complaint inside it carries the way to that part. */
export function within<T>(step: string | number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CodecError ? error.under(step) : error;
  }
}
