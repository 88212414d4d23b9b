/** The hosts on which two alerts can behave differently: one in both scopes, and one in each scope only. */
import { toNfc } from "../../diagnostics";
import { type AlertScope, includesAllHosts, isInScope, knownHostTypes } from "../../service";
import { type KnownObjects, type SituationHost } from "./situation";

/** Undefined if there is no such host. */
export interface ComparedHosts {
  readonly both: SituationHost | undefined;
  readonly onlyBefore: SituationHost | undefined;
  readonly onlyAfter: SituationHost | undefined;
}

/** No alert names it. */
const inventedId = -1;

/**
 * Prefers invented hosts, because they stand for more hosts. A named host of unknown type has a type that no alert lists.
 *
 * @param isWatched whether the alerts can apply to the host
 */
export function compareHosts(
  before: AlertScope,
  after: AlertScope,
  { host: findHost }: KnownObjects,
  isWatched: (host: SituationHost) => boolean,
): ComparedHosts {
  const types = new Set([...before.host_types, ...after.host_types]);
  const kind = includesAllHosts(before) && includesAllHosts(after) ? "any" : "type";
  const otherType = unlistedType(types);
  const found: { -readonly [Key in keyof ComparedHosts]: ComparedHosts[Key] } = {
    both: undefined,
    onlyBefore: undefined,
    onlyAfter: undefined,
  };
  const add = (host: SituationHost) => {
    if (!isWatched(host)) return;
    const [isBefore, isAfter] = [isInScope(before, host), isInScope(after, host)];
    if (isBefore || isAfter) found[isBefore ? (isAfter ? "both" : "onlyBefore") : "onlyAfter"] ??= host;
  };
  for (const type of types.add(otherType)) add({ id: inventedId, type, isDeleted: false, kind });
  for (const id of new Set([...before.hosts, ...after.hosts])) {
    const { type, isDeleted } = findHost(id) ?? { type: otherType, isDeleted: false };
    add({ id, type, isDeleted, kind: "named" });
  }
  return found;
}

/** The first known type that is not in the list, or an invented one. */
function unlistedType(types: ReadonlySet<string>): string {
  const listed = new Set([...types].map(toNfc));
  const type = knownHostTypes.find((known) => !listed.has(known));
  if (type !== undefined) return type;
  let number = 1;
  while (listed.has(`other-${number}`)) number++;
  return `other-${number}`;
}
