/**
 * Which alerts are written into one file: those whose names begin alike, as teams name them (`shop/...`, `Shop: ...`, `[shop] ...`,
 * `shop - ...`), and the others by their kind. What is added later goes behind what is there: no alert changes its file because
 * a file is full.
 */
import { type WholeAlert } from "./environment";
import { invisible } from "./invisible";
import { type RecordedPlaces } from "./record";
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
function prefixOf(name: string): Prefix | undefined {
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

const kinds: Readonly<Record<string, string>> = {
  "threshold-alerts": "Alerts on metrics that exceed a threshold.",
  "event-alerts": "Alerts on events.",
};

/**
 * @param taken names that the files of the export have already
 * @param recorded where an earlier export has put alerts: there they stay
 */
export function groupsOf(
  alerts: readonly WholeAlert[],
  taken: readonly string[],
  recorded: RecordedPlaces = new Map(),
): Group[] {
  const oldestFirst = [...alerts].sort((a, b) => a.alert.id - b.alert.id);
  const files = new Map<string, WholeAlert[]>();
  const put = (slug: string, one: WholeAlert) => {
    const members = files.get(slug);
    if (members === undefined) files.set(slug, [one]);
    else members.push(one);
  };
  const unplaced = oldestFirst.filter((one) => {
    const slug = recorded.get(one.alert.id)?.group;
    if (slug === undefined || taken.includes(slug)) return true;
    put(slug, one);
    return false;
  });
  const begun = new Set([...files.keys()].map(baseOfSlug));
  const bases = unplaced.map((one) => baseOf(one, taken));
  const counts = new Map<string | undefined, number>();
  for (const base of bases) counts.set(base, (counts.get(base) ?? 0) + 1);
  unplaced.forEach((one, index) => {
    const base = bases[index];
    const isGroup = base !== undefined && (begun.has(base) || (counts.get(base) ?? 0) >= fewest);
    put(fileWithRoom(isGroup ? base : `${one.alert.kind}-alerts`, files), one);
  });
  return [...files]
    .map(([slug, members]) => ({ ...titleOf(slug, members, taken), slug, alerts: members }))
    .sort(inOrder);
}

/** The first file of a group, from what the names of its alerts begin with; undefined where one begins with nothing. */
function baseOf({ alert }: WholeAlert, taken: readonly string[]): string | undefined {
  const slug = prefixOf(alert.name)?.slug;
  if (slug === undefined) return undefined;
  const isFree =
    !devices.test(slug) && !taken.includes(slug) && !(slug in kinds) && baseOfSlug(slug) === slug;
  return isFree ? slug : `${slug}-alerts`;
}

/** `shop` of `shop-2` */
function baseOfSlug(slug: string): string {
  return slug.replace(/-\d+$/, "");
}

function fileWithRoom(base: string, files: ReadonlyMap<string, readonly unknown[]>): string {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${String(number)}`;
    if ((files.get(slug)?.length ?? 0) < most) return slug;
  }
}

function titleOf(
  slug: string,
  members: readonly WholeAlert[],
  taken: readonly string[],
): Pick<Group, "title" | "hasPrefix"> {
  const base = baseOfSlug(slug);
  const title = kinds[base];
  if (title !== undefined) return { title, hasPrefix: false };
  const named = members.find((one) => baseOf(one, taken) === base);
  const label = prefixOf(named?.alert.name ?? "")?.label ?? base;
  return { title: `Alerts of ${label.search(invisible) === -1 ? label : base}.`, hasPrefix: true };
}

/** Groups by their names, and then what is sorted by kind. */
function inOrder(one: Group, other: Group): number {
  const rank = ({ slug, hasPrefix }: Group) => {
    const base = baseOfSlug(slug);
    const number = slug.slice(base.length + 1).padStart(6, "0");
    return `${hasPrefix ? 0 : 1} ${hasPrefix ? base : base === "threshold-alerts" ? 0 : 1} ${number}`;
  };
  return rank(one) < rank(other) ? -1 : 1;
}
