/** The desired alerts of a sequence after each step, and their Terraform configuration, without code of the product. */
import {
  type Change,
  type Content,
  type DesiredAlert,
  type Key,
  keys,
  names,
  type Sequence,
} from "./sequence";

/** The desired alerts after a step. */
export interface Desired {
  readonly alerts: ReadonlyMap<Key, DesiredAlert>;
  /** Elements of the `count` list. */
  readonly list: readonly DesiredAlert[];
  /** The last definition of each key that had another name, or that was removed. */
  readonly former: ReadonlyMap<Key, DesiredAlert>;
}

/** Applies the changes of a step. A change that makes no sense, such as renaming a missing alert, has no effect. */
export function applyChanges(before: Desired, changes: readonly Change[]): Desired {
  const draft = { alerts: new Map(before.alerts), list: [...before.list] };
  for (const change of changes) applyChange(draft, change, before);
  const renamed = [...before.alerts].filter(([key, { name }]) => draft.alerts.get(key)?.name !== name);
  return { ...draft, former: new Map([...before.former, ...renamed]) };
}

interface Draft {
  readonly alerts: Map<Key, DesiredAlert>;
  list: DesiredAlert[];
}

function applyChange(draft: Draft, change: Change, before: Desired): void {
  const { alerts } = draft;
  switch (change.change) {
    case "put":
      put(alerts, change.key, { name: change.name, ...change.content }, "former name");
      return;
    case "swap name":
      rename(alerts, change.key, change.name, "former name");
      return;
    case "hand on name":
      rename(alerts, change.key, change.name, "new name");
      return;
    case "rotate names": {
      const entries = [...alerts];
      for (const [index, [key, alert]] of entries.entries()) {
        const [, next] = entries[(index + 1) % entries.length] ?? [];
        if (next !== undefined) alerts.set(key, { ...alert, name: next.name });
      }
      return;
    }
    case "set content": {
      const alert = alerts.get(change.key);
      if (alert !== undefined) alerts.set(change.key, { name: alert.name, ...change.content });
      return;
    }
    case "remove":
      alerts.delete(change.key);
      return;
    case "move": {
      const alert = alerts.get(change.from);
      if (alert === undefined) return;
      alerts.delete(change.from);
      alerts.set(change.to, alert);
      return;
    }
    case "reuse": {
      const current = alerts.get(change.of);
      const previous = before.alerts.get(change.of);
      const isRenamed = previous !== undefined && previous.name !== current?.name;
      const former = isRenamed ? previous : before.former.get(change.of);
      if (former === undefined) return;
      put(alerts, change.key, { ...(current ?? former), name: former.name }, "new name");
      return;
    }
    case "drop first element":
      draft.list = draft.list.slice(1);
      return;
    case "append element":
      draft.list = [...draft.list, listElement(nextNumber(draft.list))];
      return;
  }
}

function rename(alerts: Map<Key, DesiredAlert>, key: Key, name: string, other: NameOfOther): void {
  const alert = alerts.get(key);
  if (alert !== undefined) put(alerts, key, { ...alert, name }, other);
}

type NameOfOther = "former name" | "new name";

/** Sets an alert. If another one has its name, that one gets the former name of this alert, or a new one. */
function put(alerts: Map<Key, DesiredAlert>, key: Key, alert: DesiredAlert, other: NameOfOther): void {
  const former = alerts.get(key);
  alerts.delete(key);
  const [otherKey, otherAlert] = [...alerts].find(([, { name }]) => name === alert.name) ?? [];
  alerts.set(key, alert);
  if (otherKey === undefined || otherAlert === undefined) return;
  const name = other === "former name" ? former?.name : undefined;
  alerts.set(otherKey, { ...otherAlert, name: name ?? unusedName([...alerts.values()]) });
}

function unusedName(used: readonly DesiredAlert[]): string {
  const isFree = (name: string) => !used.some((alert) => alert.name === name);
  // There are more names than keys minus the later ones; the fallback keeps names unique in any case.
  return (
    names.find(isFree) ??
    Array.from({ length: keys.length + 1 }, (_, n) => `name ${n}`).find(isFree) ??
    "none"
  );
}

/** Equal neighbors differ in their names only. */
function listElement(number: number): DesiredAlert {
  return { name: `item ${number}`, kind: "event", policy: 1, value: number % 4 < 2 ? 1 : 2 };
}

function nextNumber(list: readonly DesiredAlert[]): number {
  return 1 + Math.max(0, ...list.map(({ name }) => Number(/\d+/.exec(name)?.[0] ?? 0)));
}

export function initialDesired({ listLength }: Sequence): Desired {
  return {
    alerts: new Map(),
    former: new Map(),
    list: Array.from({ length: listLength }, (_, index) => listElement(index + 1)),
  };
}

/** The desired alerts by their address in Terraform. */
export function byAddress({ alerts, list }: Desired): Map<string, DesiredAlert> {
  return new Map([
    ...[...alerts].map(([key, alert]): [string, DesiredAlert] => [addressOf(key), alert]),
    ...list.map((alert, index): [string, DesiredAlert] => [listAddressOf(index), alert]),
  ]);
}

function listAddressOf(index: number): string {
  return `dbmon_alert.list[${index}]`;
}

export function addressOf(key: Key): string {
  const [label = "", element = ""] = key.split(".");
  return `dbmon_alert.${label}["${element}"]`;
}

/** Gives the alerts other names. @param names the new names, by address */
export function withNames({ alerts, list, former }: Desired, names: ReadonlyMap<string, string>): Desired {
  const renamed = (address: string, alert: DesiredAlert): DesiredAlert => ({
    ...alert,
    name: names.get(address) ?? alert.name,
  });
  return {
    alerts: new Map([...alerts].map(([key, alert]) => [key, renamed(addressOf(key), alert)])),
    list: list.map((alert, index) => renamed(listAddressOf(index), alert)),
    former,
  };
}

export const noAlerts: Desired = { alerts: new Map(), list: [], former: new Map() };

/** Whether the alerts of two addresses have different provider blocks. */
export function haveDifferentProviders(one: string, other: string): boolean {
  const isSecond = (address: string) => address.startsWith("dbmon_alert.second[");
  return isSecond(one) !== isSecond(other);
}

interface SlowThing {
  readonly kind: Sequence["slow"];
  /** Base URL of a Terraform state that takes some time to load. */
  readonly stateUrl: string;
  /** A new value makes the resource slow to apply. */
  readonly trigger: number;
}

/**
 * Terraform's JSON configuration.
 * @param imports ids of the alerts to import, by address
 */
export function configurationOf(
  desired: Desired,
  imports: ReadonlyMap<string, number>,
  propagationWindow: string,
  slow: SlowThing,
): string {
  const provider = {
    propagation_window: propagationWindow,
    max_retries: 1,
    // Limits the wait for a call that hangs because the other process was killed.
    request_timeout: "10s",
  };
  // A block without elements stays in the configuration. The blocks of other labels come and go.
  const labels = [...new Set(["each", ...[...desired.alerts.keys()].map(labelOf)])];
  const alerts = Object.fromEntries(labels.map((label) => [label, resourceOf(label, desired, slow)]));
  const list = desired.list.length === 0 ? {} : { list: listResourceOf(desired.list.length) };
  const usesLater = labels.includes("later");
  return JSON.stringify(
    {
      terraform: { required_providers: { dbmon: { source: "dbmon/dbmon" } } },
      provider: { dbmon: [provider, { alias: "second", ...provider }] },
      ...(imports.size === 0 ? {} : { import: [...imports].map(([to, id]) => ({ to, id: String(id) })) }),
      locals: { list: desired.list.map(argumentsOf) },
      ...(usesLater && slow.kind === "data source" ? { data: slowData(slow.stateUrl) } : {}),
      resource: {
        dbmon_alert: { ...alerts, ...list },
        ...(usesLater && slow.kind === "resource" ? slowResource(slow.trigger) : {}),
      },
    },
    null,
    2,
  );
}

function labelOf(key: Key): string {
  return key.split(".")[0] ?? "";
}

const eachArguments = {
  name: "${each.value.name}",
  policy: "${each.value.policy}",
  event: "${each.value.event}",
  threshold: "${each.value.threshold}",
};

function resourceOf(label: string, { alerts }: Desired, slow: SlowThing): unknown {
  const elements = [...alerts].filter(([key]) => labelOf(key) === label);
  return {
    for_each: Object.fromEntries(
      elements.map(([key, alert]) => [key.split(".")[1] ?? "", argumentsOf(alert)]),
    ),
    ...eachArguments,
    ...(label === "second" ? { provider: "dbmon.second" } : {}),
    ...(label === "later"
      ? {
          depends_on: [
            slow.kind === "data source" ? "data.terraform_remote_state.slow" : "terraform_data.slow",
          ],
        }
      : {}),
  };
}

/** `local.list` contains the elements. */
function listResourceOf(length: number): unknown {
  const element = "local.list[count.index]";
  return {
    count: length,
    name: `\${${element}.name}`,
    policy: `\${${element}.policy}`,
    event: `\${${element}.event}`,
  };
}

function argumentsOf({ name, policy, ...content }: DesiredAlert) {
  const { categories, ...threshold } = configOf(content);
  return {
    name,
    policy,
    event: content.kind === "event" ? { categories } : null,
    threshold: content.kind === "threshold" ? threshold : null,
  };
}

function slowData(stateUrl: string): unknown {
  return { terraform_remote_state: { slow: { backend: "http", config: { address: stateUrl } } } };
}

function slowResource(trigger: number): object {
  // The provisioner runs only when Terraform creates the resource, so each trigger is slow once.
  const provisioner = { "local-exec": { command: "sleep 0.4" } };
  return { terraform_data: { slow: { triggers_replace: trigger, provisioner } } };
}

/** The fields of the configuration that depend on the kind. */
function configOf({ kind, value }: Omit<Content, "policy">) {
  return kind === "event"
    ? { categories: [value === 1 ? "deploy" : "restart"] }
    : { alert_level: "warn", metric: "cpu", trigger: value, duration: 1, reset: 0.5 };
}

/** The alert in the JSON of the API. */
export function apiAlertOf({ name, kind, policy, value }: DesiredAlert) {
  return {
    settings: {
      name,
      annotations: "",
      policy,
      type: kind === "event" ? 1 : 2,
      disabled: 0,
      destinations: [],
    },
    config: { hosts: [], host_types: [], ...configOf({ kind, value }) },
  };
}
