/** A file to edit: where the values of its alerts are written, and which alerts use them in which environments. */
import {
  allowedKeys,
  type DefinitionScope,
  entriesOf,
  isEnvironment,
  isJson,
  type MappingNode,
  parseYaml,
  resolveAlias,
  resolvedAlertSchema,
  type SourceNode,
} from "../definitions";
import { type FieldStep, formatPlace, getOrAdd, type Place } from "../diagnostics";
import { type SourceText } from "./write-values";

export interface SourceFile extends SourceText {
  readonly file: string;
  readonly root: SourceNode | undefined;
  readonly uses: ReadonlyMap<SourceNode, readonly Use[]>;
  /** The alert that starts at a place. */
  readonly alertAt: (place: Place) => SourceAlert | undefined;
  /** `alerts.yaml:12:5`, of an offset. */
  readonly placeAt: (offset: number) => string;
  readonly placeOfAlert: (index: number) => string;
}

/** An alert of a file. */
export interface SourceAlert {
  readonly index: number;
  readonly start: number;
  readonly node: MappingNode;
}

/** A use of a value: by an alert in an environment. */
export interface Use {
  readonly file: string;
  readonly alert: number;
  /** Empty without environments. */
  readonly environment: string;
}

/** @param text without syntax errors @param scopes the environments of its alerts */
export function sourceFileOf(file: string, text: string, scopes: readonly DefinitionScope[]): SourceFile {
  const { root, placeOf } = parseYaml(text, file, []) ?? {};
  const list = findValue(root, "alerts");
  const items = list?.kind === "sequence" ? list.items : [];
  const alerts = items.flatMap((item, index): SourceAlert[] => {
    const node = resolveAlias(item);
    return node.kind === "mapping" ? [{ index, start: item.start, node }] : [];
  });
  const placeAt = (offset: number) => formatPlace(placeOf?.(offset) ?? { file });
  const alertByPlace = new Map(alerts.map((alert) => [placeAt(alert.start), alert]));
  return {
    file,
    text,
    isJson: isJson(file),
    root,
    uses: findUses(file, alerts, scopes),
    alertAt: ({ line = 0, column = 0 }) => alertByPlace.get(formatPlace({ file, line, column })),
    placeAt,
    placeOfAlert: (index) => placeAt(items[index]?.start ?? 0),
  };
}

/** The value of a key, also of a merged key. */
export function findValue(node: SourceNode | undefined, key: string): SourceNode | undefined {
  const entry = node?.kind === "mapping" ? entriesOf(node).get(key) : undefined;
  return entry && resolveAlias(entry.value);
}

/** The value of an attribute in an environment. Undefined if no place has the attribute. */
export function findAttribute(
  { node }: SourceAlert,
  path: readonly FieldStep[],
  scope: DefinitionScope,
): SourceNode | undefined {
  const [key = "", member] = path.map(String);
  let block = findValue(node, key);
  let value = member === undefined ? block : findValue(block, member);
  for (const [, changes] of overridesOf(node, scope)) {
    const override = findValue(changes, key);
    if (override === undefined) continue;
    if (member === undefined) value = override;
    else {
      const isMerged = block?.kind === "mapping" && override.kind === "mapping";
      value = findValue(override, member) ?? (isMerged ? value : undefined);
    }
    block ??= override;
  }
  return value;
}

/** The overrides of an environment, in the order in which they apply. */
function overridesOf(
  node: SourceNode,
  scope: DefinitionScope,
): readonly (readonly [pattern: string, changes: SourceNode])[] {
  const overrides = findValue(node, "overrides");
  if (overrides?.kind !== "mapping" || scope.environment === undefined) return [];
  return [...entriesOf(overrides)]
    .filter(([pattern]) => isEnvironment(pattern, scope))
    .map(([pattern, { value }]) => [pattern, resolveAlias(value)]);
}

/** Whether an environment has the alert. */
export function hasAlert({ node }: SourceAlert, scope: DefinitionScope): boolean {
  const list = findValue(node, "environments");
  if (list?.kind !== "sequence" || scope.environment === undefined) return true;
  return list.value.some((pattern) => isEnvironment(String(pattern), scope));
}

const attributePaths = allowedKeys(resolvedAlertSchema, []).flatMap((key) => {
  const members = allowedKeys(resolvedAlertSchema, [key]);
  return members.length === 0 ? [[key]] : members.map((member) => [key, member]);
});

/** The uses of each value of a file: of attributes and of the items of lists. */
function findUses(
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
        const node = findAttribute(alert, path, scope);
        if (node === undefined) continue;
        const items = node.kind === "sequence" ? node.items.map(resolveAlias) : [];
        for (const used of [node, ...items]) getOrAdd(uses, used, () => []).push(use);
      }
    }
  }
  return uses;
}
