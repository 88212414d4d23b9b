/** Bytes or a value that do not match their type. The framework reports it as a diagnostic. */
import { type Path } from "../diagnostics";

/** Limits the stack that untrusted bytes can use. */
export const maxDepth = 200;

export class CodecError extends Error {
  /** Outermost step first. Set elements have an index here, although they have no address. */
  readonly path: Path;

  constructor(message: string, path: Path = []) {
    super(message);
    this.name = "CodecError";
    this.path = path;
  }

  /** Prepends a step to the path. */
  withStep(step: string | number): CodecError {
    return new CodecError(this.message, [step, ...this.path]);
  }
}

/** Runs `work` for one part of a value, and adds its step to the path of a CodecError. */
export function within<T>(step: string | number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CodecError ? error.withStep(step) : error;
  }
}
