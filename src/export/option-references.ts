/** Names and times of policies and durations. They are the same in all environments, and ids are not. */
import { hasHidden } from "../diagnostics";
import { ReferenceIndex } from "../reconcile";
import { formatTimeSpan } from "../service";
import { type CatalogEntry } from "./export-types";

/** The name or the time that refers to an option, by its ID. Code refers to other options by ID. */
export type OptionReferences = ReadonlyMap<number, string>;

/** @returns a time if it is unique, or else a name if it is unique */
export function referToOptions(
  type: "policy" | "duration",
  catalog: readonly CatalogEntry[],
): OptionReferences {
  const index = new ReferenceIndex(type, catalog);
  return new Map(
    catalog.flatMap(({ id, name, seconds }) => {
      const time = seconds === undefined ? undefined : formatTimeSpan(seconds * 1000);
      const reference = [time, name].find((text) => isReadable(text) && index.resolve(text) === id);
      return reference === undefined ? [] : [[id, reference]];
    }),
  );
}

/** Definitions refuse a name of digits, which looks like an ID. Hidden characters would be hard to read and to type. */
function isReadable(text: string | undefined): text is string {
  return text !== undefined && /\D/.test(text) && text.trim() !== "" && !hasHidden(text);
}
