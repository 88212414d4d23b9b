/**
 * Which alerts are written into one file: those whose names begin alike, as teams name them (`shop/...`, `Shop: ...`, `[shop] ...`,
 * `shop - ...`), and the others by their kind. What is added later goes behind what is there: no alert changes its file because
 * a file is full.
 */
import { type AlertKind } from "../service";
import { type WholeAlert } from "./environment";
import { invisible } from "./invisible";
import { kebab, nameWords } from "./words";

/** So many make a group; fewer are not worth a file. */
const fewest = 3;
/** Alerts in a file. */
const most = 50;

export interface Group {
  /** `shop`, `shop-2`: name of the file. */
  readonly slug: string;
  /** A sentence on what it holds. */
  readonly title: string;
  /** The oldest first. */
  readonly alerts: readonly WholeAlert[];
  /** What its names begin with is left out of identifiers. */
  readonly hasPrefix: boolean;
}

const prefixes = [
  /^\s*\[([^\]]{1,40})\]/,
  /^\s*([^/:|[\]]{1,40})\//,
  /^\s*([^/:|[\]]{1,40}?)\s*:\s/,
  /^\s*([^/:|[\]]{1,40}?)\s+[-–|]\s/,
];

/** Names of devices, which no file can have on Windows. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

interface Prefix {
  readonly label: string;
  readonly slug: string;
  /** What stands behind it. */
  readonly rest: string;
}

/** What a name begins with, where it begins as teams begin names. */
export function prefixOf(name: string): Prefix | undefined {
  for (const pattern of prefixes) {
    const [whole, label = ""] = pattern.exec(name) ?? [];
    if (whole === undefined || label.trim().split(/\s+/).length > 3) continue;
    const slug = kebab(nameWords(label, "group"));
    if (slug !== "") return { label: label.trim(), slug, rest: name.slice(whole.length) };
  }
  return undefined;
}

/** The name without what its group says already. */
export function ownPart(name: string, { hasPrefix }: Pick<Group, "hasPrefix">): string {
  return hasPrefix ? (prefixOf(name)?.rest ?? name) : name;
}

/** As people look for them: by name, whatever the case of its letters. */
export function byName(alerts: readonly WholeAlert[]): WholeAlert[] {
  const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return [...alerts].sort(
    ({ alert: a }, { alert: b }) =>
      order(a.name.toLowerCase(), b.name.toLowerCase()) || order(a.name, b.name),
  );
}

const kinds: readonly (readonly [AlertKind, string])[] = [
  ["threshold", "Alerts on metrics that exceed a threshold."],
  ["event", "Alerts on events."],
];

/** @param taken names that the files of the export have already */
export function groupsOf(alerts: readonly WholeAlert[], taken: readonly string[]): Group[] {
  const oldestFirst = [...alerts].sort((a, b) => a.alert.id - b.alert.id);
  const byPrefix = new Map<string, WholeAlert[]>();
  for (const one of oldestFirst) {
    const slug = prefixOf(one.alert.name)?.slug;
    if (slug === undefined) continue;
    const fellows = byPrefix.get(slug);
    if (fellows === undefined) byPrefix.set(slug, [one]);
    else fellows.push(one);
  }
  const used = new Set(taken);
  const groups = [...byPrefix]
    .filter(([, members]) => members.length >= fewest)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([slug, members]) => {
      const said = prefixOf(members[0]?.alert.name ?? "")?.label ?? slug;
      const label = said.search(invisible) === -1 ? said : slug;
      return chunks({ slug, title: `Alerts of ${label}.`, alerts: members, hasPrefix: true }, used);
    });
  const grouped = new Set(groups.flatMap((group) => group.alerts));
  const others = kinds.flatMap(([kind, title]) => {
    const members = oldestFirst.filter((one) => one.alert.kind === kind && !grouped.has(one));
    return chunks({ slug: `${kind}-alerts`, title, alerts: members, hasPrefix: false }, used);
  });
  return [...groups, ...others];
}

function chunks(group: Group, used: Set<string>): Group[] {
  const count = Math.ceil(group.alerts.length / most);
  return Array.from({ length: count }, (_, index) => {
    const number = index === 0 ? "" : `-${String(index + 1)}`;
    const alerts = group.alerts.slice(index * most, (index + 1) * most);
    return { ...group, slug: freeSlug(`${group.slug}${number}`, used), alerts };
  });
}

function freeSlug(wanted: string, used: Set<string>): string {
  let slug = devices.test(wanted) || used.has(wanted) ? `${wanted}-alerts` : wanted;
  while (used.has(slug)) slug = `${slug}-more`;
  used.add(slug);
  return slug;
}
