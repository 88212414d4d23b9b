/** Compares expected with actual firings and resolutions. Times are milliseconds. */
import { type Firing } from "../alerting";
import { groupBy, omitUndefined, toSafeLine } from "../diagnostics";
import { type Reference } from "../reconcile";
import { type AlertLevel, formatTimeSpan } from "../service";

type EntryType = "fires" | "resolves";

/** A firing or resolution that a test expects. Undefined parts are not compared. Times are milliseconds. */
export interface ExpectedEntry {
  readonly type: EntryType;
  readonly at: number;
  readonly host: number | undefined;
  readonly level: AlertLevel | undefined;
  readonly destinations: readonly number[] | undefined;
}

/** Names of the objects of a simulation, by ID. */
export interface SimulatedNames {
  readonly alert: (id: number) => string;
  readonly host: (id: number) => string;
  readonly destination: (id: number) => string;
  /** The name or the ID, as in the definitions. */
  readonly destinationReference: (id: number) => Reference;
}

interface ActualEntry extends ExpectedEntry {
  readonly level: AlertLevel;
  readonly destinations: readonly number[];
}

/** An expected entry beside an actual entry, as text. */
export interface ComparedEntry {
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  readonly isSame: boolean;
  readonly index: number | undefined;
}

interface IndexedEntry {
  readonly entry: ExpectedEntry;
  readonly index: number;
}

/** At least one side is defined. */
interface Row {
  readonly expected?: IndexedEntry;
  readonly actual?: ActualEntry;
  readonly isSame: boolean;
}

/** Compares the entries of one alert, in the order of time. Entries of the same time can be in any order. */
export function compareTimelines(
  expected: readonly ExpectedEntry[],
  firings: readonly Firing[],
  names: SimulatedNames,
): ComparedEntry[] {
  const actual = firings.flatMap(entriesOf).sort((a, b) => a.at - b.at);
  const times = [...new Set([...expected, ...actual].map(({ at }) => at))].sort((a, b) => a - b);
  const indexed = expected.map((entry, index) => ({ entry, index }));
  const expectedByTime = groupBy(indexed, ({ entry }) => entry.at);
  const actualByTime = groupBy(actual, ({ at }) => at);
  const rows = times.flatMap((at) => compareGroup(expectedByTime.get(at) ?? [], actualByTime.get(at) ?? []));
  return joinDifferences(rows).map((row) => describeRow(row, names));
}

function compareGroup(expected: readonly IndexedEntry[], actual: readonly ActualEntry[]): Row[] {
  const matches = matchEntries(expected, actual);
  const matched = new Set(matches.values());
  const rest = actual.filter((entry) => !matched.has(entry));
  const rows = expected.map((item): Row => {
    const match = matches.get(item);
    const other = match ?? takeSameType(rest, item.entry);
    return { expected: item, ...omitUndefined({ actual: other }), isSame: match !== undefined };
  });
  return [...rows, ...rest.map((entry): Row => ({ actual: entry, isSame: false }))];
}

/** Puts a missing entry beside an unexpected entry of the same type at another time, if no other entry is between them. */
function joinDifferences(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const previous = joined.at(-1);
    const pair = previous && joinPair(previous, row);
    if (pair === undefined) joined.push(row);
    else joined[joined.length - 1] = pair;
  }
  return joined;
}

function joinPair(one: Row, other: Row): Row | undefined {
  const [missing, unexpected] = one.actual === undefined ? [one, other] : [other, one];
  const { expected } = missing;
  const { actual } = unexpected;
  const isPair = missing.actual === undefined && unexpected.expected === undefined;
  if (!isPair || expected === undefined || expected.entry.type !== actual?.type) return undefined;
  return { expected, actual, isSame: false };
}

function describeRow({ expected, actual, isSame }: Row, names: SimulatedNames): ComparedEntry {
  return {
    expected: expected && describeEntry(expected.entry, names),
    actual: actual && describeEntry(expected === undefined ? actual : narrow(actual, expected.entry), names),
    isSame,
    index: expected?.index,
  };
}

/** Finds the largest set of pairs (augmenting paths). */
function matchEntries(
  expected: readonly IndexedEntry[],
  actual: readonly ActualEntry[],
): ReadonlyMap<IndexedEntry, ActualEntry> {
  // Taking the first match of each entry fails correct tests, because it can leave another entry without its only match.
  const owners = new Map<ActualEntry, IndexedEntry>();
  const assign = (item: IndexedEntry, visited: Set<ActualEntry>): boolean =>
    actual.some((candidate) => {
      if (visited.has(candidate) || !isMatch(item.entry, candidate)) return false;
      visited.add(candidate);
      const owner = owners.get(candidate);
      if (owner !== undefined && !assign(owner, visited)) return false;
      owners.set(candidate, item);
      return true;
    });
  for (const item of expected) assign(item, new Set());
  return new Map([...owners].map(([candidate, item]) => [item, candidate]));
}

function isMatch(expected: ExpectedEntry, actual: ActualEntry): boolean {
  return (
    expected.type === actual.type &&
    (expected.host === undefined || expected.host === actual.host) &&
    (expected.level === undefined || expected.level === actual.level) &&
    (expected.destinations === undefined || isSameSet(expected.destinations, actual.destinations))
  );
}

export function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  const set = new Set(a);
  return set.size === new Set(b).size && b.every((item) => set.has(item));
}

function takeSameType(entries: ActualEntry[], { type }: ExpectedEntry): ActualEntry | undefined {
  const index = entries.findIndex((entry) => entry.type === type);
  return index === -1 ? undefined : entries.splice(index, 1)[0];
}

function entriesOf({ at, resolvedAt, host, level, destinations }: Firing): ActualEntry[] {
  const fires: ActualEntry = { type: "fires", at, host, level, destinations };
  return resolvedAt === undefined ? [fires] : [fires, { ...fires, type: "resolves", at: resolvedAt }];
}

/** Omits the values that the expectation omits. */
function narrow(actual: ActualEntry, expected: ExpectedEntry): ExpectedEntry {
  return {
    ...actual,
    host: expected.host === undefined ? undefined : actual.host,
    level: expected.level === undefined ? undefined : actual.level,
    destinations: expected.destinations === undefined ? undefined : actual.destinations,
  };
}

/** For example `6m10s fires on db1, warn, notifies #db-alerts`. */
function describeEntry(
  { type, at, host, level, destinations }: ExpectedEntry,
  names: SimulatedNames,
): string {
  const subject = `${formatTimeSpan(at)} ${type}${host === undefined ? "" : ` on ${toSafeLine(names.host(host))}`}`;
  const notified = type === "fires" ? destinations : undefined;
  const parts = [subject, level, notified && describeDestinations(notified, names)];
  return parts.filter((part) => part !== undefined).join(", ");
}

export function describeDestinations(destinations: readonly number[], names: SimulatedNames): string {
  const list = [...new Set(destinations)].map((id) => toSafeLine(names.destination(id))).sort();
  return `notifies ${list.length === 0 ? "no destination" : list.join(", ")}`;
}
