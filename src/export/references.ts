/**
 * The destinations, hosts, policies and durations that alerts refer to. Code refers to them by name, and to durations by their time if they
 * have no name, because these are the same in all environments. It refers by ID to objects whose name is missing or ambiguous.
 */
import { quote } from "../diagnostics";
import { isHostPattern, objectKinds, type Referable, ReferenceIndex } from "../reconcile";
import { formatTimeSpan } from "../service";
import { isSafeForCdktf, type Language } from "./exportable-alerts";
import { assignIdentifiers, type Identifier } from "./identifiers";

export interface NamedReference {
  readonly id: number;
  readonly identifier: Identifier;
  /** The length of a duration, if it identifies the duration. */
  readonly seconds: number | undefined;
  /** The name, if it identifies the object. */
  readonly name: string | undefined;
  /** Why code must use the ID, because it has neither: a sentence. */
  readonly reason: string | undefined;
  /** Deleted or not listed. The service rejects new references to it. */
  readonly isMissing: boolean;
}

/** By ID. */
export type ExportedReferences = ReadonlyMap<number, NamedReference>;

export type ReferenceType = keyof typeof objectKinds;

/**
 * Omits policies and durations without a name or a time, which code refers to by ID.
 * @param usedIds IDs that alerts refer to
 */
export function nameReferences(
  usedIds: readonly number[],
  catalog: readonly Referable[],
  type: ReferenceType,
  language: Language,
): ExportedReferences {
  const entries = new Map(catalog.map((entry) => [entry.id, entry]));
  const index = new ReferenceIndex(objectKinds[type].singular, catalog);
  const ids = [...new Set(usedIds)]
    .filter((id) => !isOption(type) || labelOf(entries.get(id)) !== "")
    .sort((a, b) => a - b);
  const named = ids.map((id) => ({ id, name: labelOf(entries.get(id)) }));
  const identifiers = assignIdentifiers(named, type);
  return new Map(
    ids.map((id) => {
      const entry = entries.get(id);
      const seconds = secondsOf(entry, index);
      const reason = reasonForId(id, entry, type, language, index);
      const reference: NamedReference = {
        id,
        identifier: identifiers.get(id) ?? [type, String(id)],
        seconds,
        name: reason === undefined ? entry?.name : undefined,
        reason: seconds === undefined ? reason : undefined,
        isMissing: entry === undefined || entry.isDeleted === true,
      };
      return [id, reference];
    }),
  );
}

/** The name, otherwise the time. */
function labelOf({ name = "", seconds }: Omit<Referable, "id"> = {}): string {
  return name.trim() === "" && seconds !== undefined ? formatTimeSpan(seconds * 1000) : name;
}

/** The length of a duration if it identifies the duration in every language. Constructs reject a length of zero. */
function secondsOf(entry: Referable | undefined, index: ReferenceIndex): number | undefined {
  if (entry?.seconds === undefined || entry.seconds <= 0) return undefined;
  const { id, seconds } = entry;
  return index.resolve(formatTimeSpan(seconds * 1000)) === id ? seconds : undefined;
}

function reasonForId(
  id: number,
  entry: Referable | undefined,
  type: ReferenceType,
  language: Language,
  index: ReferenceIndex,
): string | undefined {
  const { singular } = objectKinds[type];
  if (entry === undefined) return `The service lists no ${singular} with ID ${id}.`;
  const { name, isDeleted } = entry;
  if (name === undefined || name === "") return `The ${singular} with ID ${id} has no name.`;
  if (isDeleted === true) return `The ${singular} ${quote(name)} (id ${id}) was deleted in the service.`;
  if (type === "host" && isHostPattern(name))
    return `Referenced by ID: the name ${quote(name)} is a pattern.`;
  const resolved = language === "yaml" ? index.resolve(name) : index.resolveText(name);
  if (typeof resolved !== "number") return `Referenced by ID: ${resolved.what}`;
  return isReadable(name, type, language)
    ? undefined
    : `Referenced by ID: the name ${quote(name)} would change when it is read.`;
}

function isReadable(name: string, type: ReferenceType, language: Language): boolean {
  if (/\p{Cs}/u.test(name)) return false;
  if (language === "typescript") return isSafeForCdktf(name);
  // Definitions read a policy or duration that consists of digits as an ID.
  return language !== "yaml" || !isOption(type) || /\D/.test(name);
}

function isOption(type: ReferenceType): boolean {
  return type === "policy" || type === "duration";
}
