/** The input and the result of an export, and the alerts that code can express. States why other alerts are skipped. */
import { getOrAdd } from "../diagnostics";
import {
  type CatalogKey,
  configOf,
  type LiveAlert,
  normalize,
  type Referable,
  type SelectableHost,
} from "../reconcile";
import {
  type Alert,
  explainForms,
  formatAlertType,
  type HostTags,
  type ListedAlert,
  type LiveAlertConfig,
  TextMap,
  typesInScope,
  type UnsupportedAlert,
} from "../service";

export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];

export interface LiveEnvironment extends Readonly<Record<CatalogKey, readonly Referable[]>> {
  readonly hosts: readonly SelectableHost[];
  /** Finds tags in place of the IDs of hosts. Undefined if no tags select exactly these hosts. Default: none. */
  readonly proposeHostTags?: ((ids: readonly number[]) => HostTags | undefined) | undefined;
  readonly alerts: readonly LiveAlert[];
  readonly unsupportedAlerts: readonly UnsupportedAlert[];
}

/** A live alert that is not incomplete. */
export interface CompleteAlert {
  readonly alert: Alert;
  /** Without hosts if it has tags. */
  readonly config: LiveAlertConfig & { readonly hostTags?: HostTags };
}

export interface SkippedAlert {
  readonly id: number;
  readonly name: string;
  /** Why the alert is not exported, in sentences. */
  readonly reason: string;
}

export interface ExportedFile {
  /** Relative to the folder of the export. */
  readonly path: string;
  readonly text: string;
  /**
   * `code` is updated unless a user edited it. `scaffold` is created once and never updated. `manifest` is always updated, because
   * users do not edit it.
   */
  readonly kind: "code" | "scaffold" | "manifest";
}

export interface ExportResult {
  readonly alerts: number;
  readonly files: readonly ExportedFile[];
  readonly skipped: readonly SkippedAlert[];
}

/** @returns normalized alerts, whose lists are sorted and have no duplicates, and the others sorted by ID */
export function selectExportableAlerts(
  { alerts, unsupportedAlerts, proposeHostTags }: LiveEnvironment,
  language: Language,
): { readonly alerts: readonly CompleteAlert[]; readonly skipped: readonly SkippedAlert[] } {
  const byName = new TextMap<ListedAlert[]>();
  for (const alert of [...alerts.map((live) => live.alert), ...unsupportedAlerts])
    getOrAdd(byName, alert.name, () => []).push(alert);
  const exportable: CompleteAlert[] = [];
  const skipped: SkippedAlert[] = unsupportedAlerts.map((alert) => ({
    id: alert.id,
    name: alert.name,
    reason: `Unsupported kind (${formatAlertType(alert)}).`,
  }));
  for (const { alert, config } of alerts) {
    const { id, name } = alert;
    if (config === undefined) {
      const reason = "It has no configuration. Add one in the service, or delete the alert.";
      skipped.push({ id, name, reason });
      continue;
    }
    const complete = normalizeAlert({ alert, config });
    const sameName = byName.get(name) ?? [];
    const reason = sameName.length > 1 ? duplicateNameReason(sameName) : reasonToSkip(complete, language);
    const hostTags = proposeHostTags?.(complete.config.hosts);
    const selecting = hostTags && { alert, config: { ...complete.config, hosts: [], hostTags } };
    if (reason === undefined) exportable.push(selecting ?? complete);
    else skipped.push({ id, name, reason });
  }
  return { alerts: exportable, skipped: skipped.sort((a, b) => a.id - b.id) };
}

function normalizeAlert({ alert, config }: CompleteAlert): CompleteAlert {
  const normalized = normalize({ ...alert, ...config });
  const { destinations } = normalized;
  return { alert: { ...alert, destinations }, config: { ...config, ...configOf(normalized) } };
}

function duplicateNameReason(alerts: readonly ListedAlert[]): string {
  const ids = alerts.map(({ id }) => id).sort((a, b) => a - b);
  const forms = explainForms(alerts.map(({ name }) => name));
  return `${alerts.length} alerts have this name (ids ${ids.join(", ")}).${forms} Rename all but one in the service.`;
}

/** Patterns that cdktn and cdktf interpret as placeholders for values that Terraform computes. */
const cdktfToken = /[$#&]\{TfToken\[|-\d\.\d+e\+2\d\d/;
const maxNumberForCdktf = 1e250;

function reasonToSkip({ alert, config }: CompleteAlert, language: Language): string | undefined {
  const { condition } = config;
  const configStrings = [
    ...typesInScope(config),
    ...(condition.kind === "event" ? condition.categories : [condition.metric]),
  ];
  const strings = [alert.name, alert.annotations, ...configStrings];
  if (alert.name === "") return "It has no name. Set one in the service.";
  if (configStrings.includes(""))
    return "Its metric, a category or a host type is an empty string. Change it in the service.";
  if (condition.kind === "event" && condition.categories.length === 0)
    return "It has no event category. Add one in the service.";
  if (strings.some((text) => /\p{Cs}/u.test(text)))
    return "A string has an unpaired surrogate, which UTF-8 cannot encode. Change it in the service.";
  if (language !== "typescript") return undefined;
  if (/^\s*$/.test(alert.name)) return "Its name is blank, which constructs reject.";
  if (condition.kind === "threshold" && /\s/.test(condition.metric))
    return "Its metric contains white space, which constructs reject.";
  const numbers = condition.kind === "threshold" ? [condition.trigger, condition.reset] : [];
  const hasToken =
    strings.some((text) => cdktfToken.test(text)) ||
    numbers.some((number) => Math.abs(number) >= maxNumberForCdktf);
  return hasToken
    ? "The CDK would interpret a string or number as one of its tokens. Export to hcl or yaml instead."
    : undefined;
}

export function isSafeForCdktf(text: string): boolean {
  return !cdktfToken.test(text);
}
