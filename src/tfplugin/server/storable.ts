/**
 * A state to store after a write has happened. Losing it would lose the object from sight, so a part that cannot be
 * stored costs an error at its place, never the rest.
 */
import { writePrivate } from "./values";
import { CodecError } from "../cty/codec-error";
import { holdsUnknown, type CtyObject, type CtyValue } from "../cty/value";
import { type Diagnostics } from "../diagnostics";
import { fromDomain } from "../schema/from-domain";
import { type JsonValue } from "../json";
import { type ObjectShape } from "../schema/shape";

export function storable(
  state: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  references: readonly (CtyObject | null)[],
  diagnostics: Diagnostics,
): CtyObject {
  return new Map(
    Object.entries(shape.fields).map(([name, field]) => {
      const known = references.map((reference) => reference?.get(name) ?? null);
      try {
        const value = fromDomain(state[name], field, known);
        if (!holdsUnknown(value)) return [name, value];
        complain(diagnostics, [name], "It is still unknown after the apply.");
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        complain(diagnostics, [name, ...error.path], error.message);
      }
      return [name, firstKnown(known)];
    }),
  );
}

/** Private state beside it: where it cannot be written, what was there before stays. */
export function storablePrivate(
  value: JsonValue | undefined,
  before: Buffer,
  diagnostics: Diagnostics,
): Buffer {
  try {
    return writePrivate(value, before);
  } catch {
    // The exception is not quoted: private state may hold secrets.
    diagnostics.error({
      summary: "The provider returned private state that cannot be stored",
      detail: "It cannot be written as JSON. This is a bug in the provider; the state itself has been kept.",
    });
    return before;
  }
}

function firstKnown(values: readonly CtyValue[]): CtyValue {
  return values.find((value) => value !== null && !holdsUnknown(value)) ?? null;
}

function complain(diagnostics: Diagnostics, path: readonly (string | number)[], detail: string): void {
  diagnostics.error({
    path,
    summary: "The provider returned a value that cannot be stored",
    detail: `${detail} This is a bug in the provider; the rest of the state has been kept.`,
  });
}
