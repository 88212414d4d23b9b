/** Which live alert a desired one means: the one of its name. Names are unique; anything else is told, not guessed. */
import { type Problem } from "../diagnostics";
import { type Alert } from "../service";
import { type DesiredAlert } from "./desired-alert";

export interface Matching {
  /** In the order of the desired alerts; `live` is undefined where no live alert has the name. */
  readonly pairs: readonly { readonly desired: DesiredAlert; readonly live: Alert | undefined }[];
  /** Live alerts that no desired one names: reported, never touched. */
  readonly unmanaged: readonly Alert[];
  readonly problems: readonly Problem[];
}

export function matchByName(desired: readonly DesiredAlert[], live: readonly Alert[]): Matching {
  const liveByName = groupBy(live, (alert) => alert.name);
  const desiredByName = groupBy(desired, (alert) => alert.name);
  const problems: Problem[] = [];
  for (const [name, group] of desiredByName) {
    if (group.length > 1) problems.push(defineOnce(name, group.length));
    const twins = liveByName.get(name) ?? [];
    if (twins.length > 1) problems.push(twoLive(name, twins));
  }
  return {
    pairs: desired.map((alert) => ({ desired: alert, live: liveByName.get(alert.name)?.[0] })),
    unmanaged: live.filter((alert) => !desiredByName.has(alert.name)),
    problems,
  };
}

function defineOnce(name: string, count: number): Problem {
  return {
    severity: "error",
    what: `${count} definitions have this name, and a name means one alert.`,
    where: { subject: name, field: ["name"] },
    remedy: "Rename or remove all but one.",
  };
}

/** Two live alerts of one name: which of them is meant cannot be known. */
export function twoLive(name: string, twins: readonly Alert[]): Problem {
  return {
    severity: "error",
    what: `The service holds ${twins.length} alerts of this name (ids ${twins.map(({ id }) => id).join(", ")}).`,
    where: { subject: name, field: ["name"] },
    remedy: "Rename or delete all but one of them in the service, and run again.",
  };
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
