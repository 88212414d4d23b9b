/** Exports definitions files in YAML: one file per group. */
import { Scalar, visit, type YAMLMap, YAMLSeq } from "yaml";
import {
  conditionEntry,
  escapeValues,
  formatYaml,
  mapOf,
  multiLine,
  sequenceOf,
  singleLine,
  type YamlEntry,
} from "../definitions";
import { formatTimeSpan } from "../service";
import { type AlertGroup, sortByName } from "./alert-groups";
import { type ExportModel } from "./export-model";
import { type CompleteAlert, type ExportedFile } from "./export-types";
import { formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-header";
import { type References } from "./references";

export interface YamlOptions {
  /** Path or address of the JSON schema for editors, relative to the files. */
  readonly schema?: string;
  /** Whether texts can have values, so that `${` is escaped. */
  readonly hasValues?: boolean;
}

export function yamlFiles(model: ExportModel, options: YamlOptions): ExportedFile[] {
  const groups = model.groups.length === 0 ? [emptyGroup] : model.groups;
  const skipped = formatSkippedAlerts(model.skipped);
  return groups.map((group, index) => ({
    path: `${group.slug}.yaml`,
    text: formatGroup(group, model, options, index === 0 ? skipped : []),
    kind: "code",
  }));
}

const emptyGroup: AlertGroup = { slug: "alerts", title: "No alerts.", alerts: [], hasPrefix: false };

function formatGroup(
  group: AlertGroup,
  model: ExportModel,
  { schema = "node_modules/dbmon-iac/schemas/definitions.schema.json", hasValues = false }: YamlOptions,
  notes: readonly string[],
): string {
  const alerts = new YAMLSeq();
  sortByName(group.alerts).forEach((alert, index) => {
    const map = alertMap(alert, model);
    map.spaceBefore = index > 0;
    alerts.add(map);
  });
  if (hasValues) visit(alerts, { Scalar: escapeScalar });
  const body = formatYaml(mapOf([["alerts", alerts]])).trimEnd();
  const header = `# yaml-language-server: $schema=${schema}\n${formatHeader("#", group.title, notes)}`;
  return insertChecksum(`${header}\n\n${body}\n`);
}

function escapeScalar(_: unknown, scalar: Scalar): void {
  if (typeof scalar.value === "string") scalar.value = escapeValues(scalar.value);
}

function alertMap({ alert, config }: CompleteAlert, model: ExportModel): YAMLMap {
  const destinations = referenceEntries("destinations", alert.destinations, model.destinations);
  const hosts = referenceEntries("hosts", config.hosts, model.hosts);
  const ignored = [...destinations.ignored, ...hosts.ignored];
  return mapOf([
    ["name", singleLine(alert.name)],
    ...(alert.annotations === "" ? [] : [["annotations", multiLine(alert.annotations)] as const]),
    ["policy", optionScalar(alert.policy, model.policies)],
    ...destinations.entries,
    ...hosts.entries,
    ...(config.host_types.length === 0
      ? []
      : [["host_types", sequenceOf(config.host_types.map(singleLine))] as const]),
    ...(alert.disabled ? [["disabled", new Scalar(true)] as const] : []),
    ...(ignored.length === 0 ? [] : [["ignore", sequenceOf(ignored.map(singleLine))] as const]),
    conditionEntry(config.condition, singleLine, (duration) => optionScalar(duration, model.durations)),
  ]);
}

interface ReferenceEntries {
  readonly entries: readonly YamlEntry[];
  /** Attributes for `ignore`. */
  readonly ignored: readonly string[];
}

/** Ignores the attribute if an object is missing, because a definition cannot refer to it. */
function referenceEntries(
  attribute: string,
  ids: readonly number[],
  references: References,
): ReferenceEntries {
  if (ids.length === 0) return { entries: [], ignored: [] };
  const used = ids.flatMap((id) => references.get(id) ?? []);
  const existing = used.filter(({ isMissing }) => !isMissing);
  const isIgnored = existing.length < used.length;
  const comments = used.flatMap(({ reason }) => reason ?? []);
  if (isIgnored)
    comments.push(`Changes of ${attribute} are ignored. Correct the value and remove it from ignore.`);
  const key = new Scalar(attribute);
  if (comments.length > 0)
    key.commentBefore = [...new Set(comments)].map((comment) => ` ${comment}`).join("\n");
  const items = existing.map(({ id, name }) => (name === undefined ? new Scalar(id) : singleLine(name)));
  return { entries: [[key, sequenceOf(items)]], ignored: isIgnored ? [attribute] : [] };
}

function optionScalar(id: number, options: References): Scalar {
  const { seconds, name, reason } = options.get(id) ?? {};
  if (seconds !== undefined) return singleLine(formatTimeSpan(seconds * 1000));
  if (name !== undefined) return singleLine(name);
  const scalar = new Scalar(id);
  if (reason !== undefined) scalar.comment = ` ${reason}`;
  return scalar;
}
