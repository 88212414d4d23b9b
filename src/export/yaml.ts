/** Exports definitions files in YAML: one file per group. */
import { formatDefinitions, type FormattedDefinition } from "../definitions";
import { type Reference } from "../reconcile";
import { formatTimeSpan, type IgnorableAttribute } from "../service";
import { type AlertGroup, sortByName } from "./alert-groups";
import { type AllReferences, type ExportModel, nameAll } from "./export-model";
import {
  type CompleteAlert,
  type ExportedFile,
  type LiveEnvironment,
  selectExportableAlerts,
} from "./exportable-alerts";
import { formatHeader, formatSkippedAlerts, insertChecksum } from "./generated-text";
import { type ExportedReferences } from "./references";

/** @param schema path or address of the JSON schema for editors, relative to the files */
export function yamlFiles(model: ExportModel, { schema }: { readonly schema: string }): ExportedFile[] {
  const groups = model.groups.length === 0 ? [emptyGroup] : model.groups;
  const skipped = formatSkippedAlerts(model.skipped);
  return groups.map((group, index) => ({
    path: `${group.slug}.yaml`,
    text: formatGroup(group, model, schema, index === 0 ? skipped : []),
    kind: "code",
  }));
}

const emptyGroup: AlertGroup = { slug: "alerts", title: "No alerts.", alerts: [], hasPrefix: false };

function formatGroup(
  group: AlertGroup,
  model: ExportModel,
  schema: string,
  notes: readonly string[],
): string {
  const body = formatDefinitions(sortByName(group.alerts).map((alert) => definitionOf(alert, model)));
  const header = `# yaml-language-server: $schema=${schema}\n${formatHeader("#", group.title, notes)}`;
  return insertChecksum(`${header}\n\n${body.trimEnd()}\n`);
}

/** The definitions of live alerts by ID, and the alerts that no definition can express. */
export function definitionsOf(
  environment: LiveEnvironment,
): Pick<ExportModel, "skipped"> & { readonly definitions: ReadonlyMap<number, FormattedDefinition> } {
  const { alerts, skipped } = selectExportableAlerts(environment, "yaml");
  const references = nameAll(environment, alerts, "yaml");
  return {
    skipped,
    definitions: new Map(alerts.map((live) => [live.alert.id, definitionOf(live, references)])),
  };
}

function definitionOf({ alert, config }: CompleteAlert, model: AllReferences): FormattedDefinition {
  const destinations = listOf("destinations", alert.destinations, model.destinations);
  const hosts = listOf("hosts", config.hosts, model.hosts);
  const policy = optionOf(alert.policy, model.policies);
  const { condition } = config;
  const duration = condition.kind === "threshold" ? optionOf(condition.duration, model.durations) : undefined;
  return {
    definition: {
      ...alert,
      ...config,
      policy: policy.reference,
      destinations: destinations.references,
      hosts: hosts.references,
      ignore: [...destinations.ignored, ...hosts.ignored],
      condition:
        condition.kind === "event" || duration === undefined
          ? condition
          : { ...condition, duration: duration.reference },
    },
    lineComments: { policy: policy.reason, duration: duration?.reason },
    listComments: { destinations: destinations.comments, hosts: hosts.comments },
  };
}

interface ListReferences {
  readonly references: readonly Reference[];
  readonly comments: readonly string[];
  /** Attributes for `ignore`. */
  readonly ignored: readonly IgnorableAttribute[];
}

/** Ignores the attribute if an object is missing, because a definition cannot refer to it. */
function listOf(
  attribute: "destinations" | "hosts",
  ids: readonly number[],
  references: ExportedReferences,
): ListReferences {
  const used = ids.flatMap((id) => references.get(id) ?? []);
  const existing = used.filter(({ isMissing }) => !isMissing);
  const isIgnored = existing.length < used.length;
  const comments = used.flatMap(({ reason }) => reason ?? []);
  if (isIgnored)
    comments.push(`Changes of ${attribute} are ignored. Correct the value and remove it from ignore.`);
  return {
    references: existing.map(({ id, name }) => name ?? id),
    comments: [...new Set(comments)],
    ignored: isIgnored ? [attribute] : [],
  };
}

function optionOf(
  id: number,
  options: ExportedReferences,
): { readonly reference: Reference; readonly reason?: string | undefined } {
  const { seconds, name, reason } = options.get(id) ?? {};
  if (seconds !== undefined) return { reference: formatTimeSpan(seconds * 1000) };
  return name === undefined ? { reference: id, reason } : { reference: name };
}
