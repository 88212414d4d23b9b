/** Finds where the values of alerts are written, and which alerts use them in which environments. */
import { type FieldStep, getOrAdd } from "../../diagnostics";
import { isEnvironment } from "../environment-list";
import { type DefinitionScope } from "../scope";
import { type MappingNode, type Slot, type SourceNode } from "./source-tree";

/** An alert of a file. */
export interface SourceAlert {
  readonly index: number;
  readonly node: MappingNode;
}

/** Where a value is written. */
export interface ValueSite {
  readonly slot: Slot;
  /** The pattern of the override that has the value. */
  readonly override?: string;
}

/** A use of a value: by an alert in an environment. */
export interface Use {
  readonly file: string;
  readonly alert: number;
  /** Empty without environments. */
  readonly environment: string;
}

/** Keys of the mapping take precedence over merged keys, and earlier merged mappings over later ones. */
export function findSlot(node: SourceNode | undefined, key: string): Slot | undefined {
  if (node?.kind !== "mapping") return undefined;
  const own = node.entries.find((entry) => !entry.isMerge && entry.key === key);
  if (own !== undefined) return own.value;
  for (const source of mergedMappings(node)) {
    const found = findSlot(source, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mergedMappings({ entries }: MappingNode): readonly SourceNode[] {
  return entries.flatMap(({ isMerge, value: { node } }) => {
    if (!isMerge) return [];
    return node.kind === "sequence" ? node.items.map((item) => item.node) : [node];
  });
}

/** The keys of a mapping, merged keys last. */
export function slotsOf(node: SourceNode): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  if (node.kind !== "mapping") return slots;
  for (const { key, isMerge, value } of node.entries) if (!isMerge) slots.set(key, value);
  for (const source of mergedMappings(node))
    for (const [key, slot] of slotsOf(source)) if (!slots.has(key)) slots.set(key, slot);
  return slots;
}

export function alertsOfSource(root: SourceNode | undefined): readonly SourceAlert[] {
  const list = findSlot(root, "alerts")?.node;
  if (list?.kind !== "sequence") return [];
  return list.items.flatMap(({ node }, index) => (node.kind === "mapping" ? [{ index, node }] : []));
}

/** The site of an attribute in an environment. Undefined if no place has the attribute. */
export function findSite(
  { node }: SourceAlert,
  path: readonly FieldStep[],
  scope: DefinitionScope,
): ValueSite | undefined {
  const [key = "", member] = path.map(String);
  let block: ValueSite | undefined = asSite(findSlot(node, key));
  let site = member === undefined ? block : asSite(findSlot(block?.slot.node, member));
  for (const [pattern, { node: changes }] of overridesOf(node, scope)) {
    const override = asSite(findSlot(changes, key), pattern);
    if (override === undefined) continue;
    if (member === undefined) site = override;
    else if (block?.slot.node.kind === "mapping" && override.slot.node.kind === "mapping")
      site = asSite(findSlot(override.slot.node, member), pattern) ?? site;
    else site = asSite(findSlot(override.slot.node, member), pattern);
    block ??= override;
  }
  return site;
}

function asSite(slot: Slot | undefined, override?: string): ValueSite | undefined {
  return slot && { slot, ...(override === undefined ? {} : { override }) };
}

/** The overrides of an environment, in the order in which they apply. */
export function overridesOf(node: SourceNode, scope: DefinitionScope): readonly (readonly [string, Slot])[] {
  const overrides = findSlot(node, "overrides")?.node;
  if (overrides === undefined || scope.environment === undefined) return [];
  return [...slotsOf(overrides)].filter(([pattern]) => isEnvironment(pattern, scope));
}

/** Whether an environment has the alert. */
export function hasAlert({ node }: SourceAlert, scope: DefinitionScope): boolean {
  const list = findSlot(node, "environments")?.node;
  if (list?.kind !== "sequence" || scope.environment === undefined) return true;
  return list.items.some((item) => item.node.kind === "scalar" && isEnvironment(item.node.text, scope));
}

const attributePaths: readonly (readonly string[])[] = [
  ...["name", "policy", "annotations", "destinations", "hosts", "host_types", "disabled"].map((key) => [key]),
  ...["renamed_from", "muted_until", "ignore"].map((key) => [key]),
  ...["alert_level", "metric", "trigger", "reset", "duration"].map((key) => ["threshold", key]),
  ["event", "categories"],
];

/** The uses of each value of a file: of attributes and of the items of lists. */
export function findUses(
  file: string,
  alerts: readonly SourceAlert[],
  scopes: readonly DefinitionScope[],
): ReadonlyMap<SourceNode, readonly Use[]> {
  const uses = new Map<SourceNode, Use[]>();
  for (const scope of scopes) {
    for (const alert of alerts) {
      if (!hasAlert(alert, scope)) continue;
      const use = { file, alert: alert.index, environment: scope.environment ?? "" };
      for (const path of attributePaths) {
        const node = findSite(alert, path, scope)?.slot.node;
        if (node === undefined) continue;
        getOrAdd(uses, node, () => []).push(use);
        if (node.kind !== "sequence") continue;
        for (const item of node.items) getOrAdd(uses, item.node, () => []).push(use);
      }
    }
  }
  return uses;
}

/** The indexes of the alerts that contain each mapping, also through aliases and merges. */
export function findContainers(alerts: readonly SourceAlert[]): ReadonlyMap<SourceNode, ReadonlySet<number>> {
  const containers = new Map<SourceNode, Set<number>>();
  const visit = (node: SourceNode, index: number): void => {
    if (node.kind === "scalar") return;
    const indexes = getOrAdd(containers, node, () => new Set<number>());
    if (indexes.has(index)) return;
    indexes.add(index);
    const slots = node.kind === "sequence" ? node.items : node.entries.map(({ value }) => value);
    for (const slot of slots) visit(slot.node, index);
  };
  for (const { node, index } of alerts) visit(node, index);
  return containers;
}
