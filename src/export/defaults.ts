/** What most alerts of a group have in common, so that it is said once: the constructs' `AlertDefaults`. */
import { type WholeAlert } from "./environment";

export interface Settings {
  readonly policy: number;
  readonly destinations: readonly number[];
  readonly hosts: readonly number[];
  readonly hostTypes: readonly string[];
  readonly annotations: string;
}

/** Fewer say it themselves. */
const fewest = 3;

export function settingsOf({ alert, config }: WholeAlert): Settings {
  const { policy, destinations, annotations } = alert;
  return { policy, destinations, hosts: config.hosts, hostTypes: config.hostTypes, annotations };
}

export function defaultsOf(alerts: readonly WholeAlert[]): Partial<Settings> {
  const all = alerts.map(settingsOf);
  return {
    ...common("policy", all),
    ...common("destinations", all),
    ...common("hosts", all),
    ...common("hostTypes", all),
    ...common("annotations", all),
  };
}

/** What more than half of them say. Those that say nothing would have to say so, and count against it. */
function common(key: keyof Settings, all: readonly Settings[]): Partial<Settings> {
  const counts = new Map<string, { readonly value: Settings[keyof Settings]; count: number }>();
  for (const { [key]: value } of all) {
    const text = JSON.stringify(value);
    const counted = counts.get(text) ?? { value, count: 0 };
    counted.count++;
    counts.set(text, counted);
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  if (most === undefined || most.count < fewest || most.count * 2 <= all.length) return {};
  return isNothing(most.value) ? {} : { [key]: most.value };
}

/** What an alert has that says nothing. */
export function isNothing(value: Settings[keyof Settings]): boolean {
  return typeof value !== "number" && value.length === 0;
}

/** Whether the alert has to say it itself. */
export function isOwn(key: keyof Settings, own: Settings, defaults: Partial<Settings>): boolean {
  const given = defaults[key];
  return given === undefined ? !isNothing(own[key]) : JSON.stringify(given) !== JSON.stringify(own[key]);
}
