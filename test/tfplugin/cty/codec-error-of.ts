import { CodecError } from "../../../src/tfplugin/cty/value";

/** Returns the CodecError that the work throws. */
export function codecErrorOf(work: () => unknown): CodecError {
  try {
    work();
  } catch (error) {
    if (error instanceof CodecError) return error;
    throw error;
  }
  throw new Error("No CodecError was thrown.");
}
