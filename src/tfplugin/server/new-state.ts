/**
 * Converts the state that a handler returns after a write. Terraform would lose the object without a state, so an invalid attribute
 * is reported and replaced, and the rest is stored.
 */
import { writePrivate } from "./values";
import { CodecError } from "../cty/codec-error";
import { containsUnknown, type CtyObject, type CtyValue } from "../cty/value";
import { type Diagnostics } from "../diagnostics";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type JsonValue } from "../cty/json-exact";
import { type ObjectType } from "../schema/attribute-type";

export function toNewState(
  state: Readonly<Record<string, unknown>>,
  attributeType: ObjectType,
  references: readonly (CtyObject | null)[],
  diagnostics: Diagnostics,
): CtyObject {
  return new Map(
    Object.entries(attributeType.fields).map(([name, field]) => {
      const known = references.map((reference) => reference?.get(name) ?? null);
      try {
        const value = fromHandlerValue(state[name], field, known);
        if (!containsUnknown(value)) return [name, value];
        reportUnstorable(diagnostics, [name], "The value is still unknown after apply.");
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        reportUnstorable(diagnostics, [name, ...error.path], error.message);
      }
      return [name, firstKnown(known)];
    }),
  );
}

/** Serializes private state. If that fails, it reports an error and returns the previous private state. */
export function toNewPrivate(
  value: JsonValue | undefined,
  previous: Buffer,
  diagnostics: Diagnostics,
): Buffer {
  try {
    return writePrivate(value, previous);
  } catch {
    // The exception is not quoted, because private state may contain secrets.
    diagnostics.error({
      summary: "The provider returned private state that cannot be stored",
      detail: "It is not valid JSON. This is a bug in the provider. The state itself was stored.",
    });
    return previous;
  }
}

function firstKnown(values: readonly CtyValue[]): CtyValue {
  return values.find((value) => value !== null && !containsUnknown(value)) ?? null;
}

function reportUnstorable(
  diagnostics: Diagnostics,
  path: readonly (string | number)[],
  detail: string,
): void {
  diagnostics.error({
    path,
    summary: "The provider returned a value that cannot be stored",
    detail: `${detail} This is a bug in the provider. The rest of the state was stored.`,
  });
}
