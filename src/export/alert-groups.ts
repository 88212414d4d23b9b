/**
 * Divides alerts into files. Alerts whose names share a prefix (`shop/...`, `Shop: ...`, `[shop] ...`, `shop - ...`) form a group.
 * Other alerts are grouped by kind. New alerts are added to the last file of a group, so that existing alerts stay in their files.
 */
import { compareStrings, getOrAdd, groupBy, hasHidden } from "../diagnostics";
import { type CompleteAlert } from "./exportable-alerts";
import { createIdentifier, type ManifestEntries } from "./identifiers";

const minAlertsPerPrefix = 3;
const maxAlertsPerFile = 50;

export interface AlertGroup {
  /** The name of the file without extension, for example `shop` or `shop-2`. */
  readonly slug: string;
  /** A sentence. */
  readonly title: string;
  /** Sorted by ID. */
  readonly alerts: readonly CompleteAlert[];
  /** Whether the names share a prefix, which identifiers in the group omit. */
  readonly hasPrefix: boolean;
}

const prefixPatterns = [
  /^\[([^\]]{1,40})\]/,
  /^([^/:|[\]]{1,40})\//,
  /^([^/:|[\]]{1,40}?)\s*:\s/,
  /^([^/:|[\]]{1,40}?)\s+[-–|]\s/,
];
/** In UTF-16 units. The patterns search only this part of a name. */
const maxPrefixLength = 100;
const maxPrefixWords = 3;

/** Names of devices on Windows, which are invalid as file names. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)$/;

interface Prefix {
  readonly label: string;
  readonly slug: string;
  readonly rest: string;
}

function parsePrefix(name: string): Prefix | undefined {
  const trimmed = name.trimStart();
  const start = trimmed.slice(0, maxPrefixLength);
  for (const pattern of prefixPatterns) {
    const [match, label = ""] = pattern.exec(start) ?? [];
    if (match === undefined || label.trim().split(/\s+/).length > maxPrefixWords) continue;
    const slug = createIdentifier(label, "group").join("-");
    if (slug !== "") return { label: label.trim(), slug, rest: trimmed.slice(match.length) };
  }
  return undefined;
}

export function nameWithoutPrefix(name: string, { hasPrefix }: Pick<AlertGroup, "hasPrefix">): string {
  return hasPrefix ? (parsePrefix(name)?.rest ?? name) : name;
}

/** Case-insensitive. */
export function sortByName(alerts: readonly CompleteAlert[]): CompleteAlert[] {
  return [...alerts].sort(
    ({ alert: a }, { alert: b }) =>
      compareStrings(a.name.toLowerCase(), b.name.toLowerCase()) || compareStrings(a.name, b.name),
  );
}

const kindTitles: Readonly<Record<string, string>> = {
  "threshold-alerts": "Threshold alerts.",
  "event-alerts": "Event alerts.",
};

/**
 * @param reservedFileNames names of other files of the export, without extension
 * @param previous entries of an earlier export, whose alerts stay in their files
 */
export function groupAlerts(
  alerts: readonly CompleteAlert[],
  reservedFileNames: readonly string[],
  previous: ManifestEntries = new Map(),
): AlertGroup[] {
  const oldestFirst = [...alerts].sort((a, b) => a.alert.id - b.alert.id);
  const files = new Map<string, CompleteAlert[]>();
  const add = (slug: string, alert: CompleteAlert) => getOrAdd(files, slug, () => []).push(alert);
  const newAlerts = oldestFirst.filter((alert) => {
    const slug = previous.get(alert.alert.id)?.group;
    if (slug === undefined || reservedFileNames.includes(slug)) return true;
    add(slug, alert);
    return false;
  });
  const existingBases = new Set([...files.keys()].map(withoutNumber));
  const bases = newAlerts.map((alert) => prefixSlug(alert, reservedFileNames));
  const alertsByBase = groupBy(bases, (base) => base);
  // Files only grow, so that the search for one that is not full continues at its last result.
  const numbers = new Map<string, number>();
  const openFile = (base: string) => {
    for (let number = numbers.get(base) ?? 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${String(number)}`;
      if ((files.get(slug)?.length ?? 0) >= maxAlertsPerFile) continue;
      numbers.set(base, number);
      return slug;
    }
  };
  newAlerts.forEach((alert, index) => {
    const base = bases[index];
    const hasGroup =
      base !== undefined &&
      (existingBases.has(base) || (alertsByBase.get(base)?.length ?? 0) >= minAlertsPerPrefix);
    add(openFile(hasGroup ? base : `${alert.alert.kind}-alerts`), alert);
  });
  return [...files]
    .map(([slug, members]) => ({
      ...describeGroup(slug, members, reservedFileNames),
      slug,
      alerts: members,
    }))
    .sort(compareGroups);
}

/** The slug of the first file for the prefix of an alert. */
function prefixSlug({ alert }: CompleteAlert, reservedFileNames: readonly string[]): string | undefined {
  const slug = parsePrefix(alert.name)?.slug;
  if (slug === undefined) return undefined;
  const isAvailable =
    !deviceNames.test(slug) &&
    !reservedFileNames.includes(slug) &&
    !(slug in kindTitles) &&
    withoutNumber(slug) === slug;
  return isAvailable ? slug : `${slug}-alerts`;
}

/** Returns `shop` for `shop-2`. */
function withoutNumber(slug: string): string {
  return slug.replace(/-\d+$/, "");
}

function describeGroup(
  slug: string,
  members: readonly CompleteAlert[],
  reservedFileNames: readonly string[],
): Pick<AlertGroup, "title" | "hasPrefix"> {
  const base = withoutNumber(slug);
  const title = kindTitles[base];
  if (title !== undefined) return { title, hasPrefix: false };
  const member = members.find((alert) => prefixSlug(alert, reservedFileNames) === base);
  const label = parsePrefix(member?.alert.name ?? "")?.label ?? base;
  return { title: `Alerts of ${hasHidden(label) ? base : label}.`, hasPrefix: true };
}

/** Orders groups with a prefix by slug and number, followed by threshold alerts and event alerts. */
function compareGroups(a: AlertGroup, b: AlertGroup): number {
  const rank = ({ slug, hasPrefix }: AlertGroup) => {
    const base = withoutNumber(slug);
    const number = slug.slice(base.length + 1).padStart(6, "0");
    return `${hasPrefix ? 0 : 1} ${hasPrefix ? base : base === "threshold-alerts" ? 0 : 1} ${number}`;
  };
  return rank(a) < rank(b) ? -1 : 1;
}
