/** Selects the alerts that code can express, and states why other alerts are skipped. */
import { normalize } from "../reconcile";
import { type AlertCondition, formatAlertType, type ListedAlert } from "../service";
import { type CompleteAlert, type Language, type LiveEnvironment, type SkippedAlert } from "./export-types";

export interface AlertSelection {
  /** Normalized: lists are sorted and have no duplicates. */
  readonly alerts: readonly CompleteAlert[];
  /** Sorted by ID. */
  readonly skipped: readonly SkippedAlert[];
}

export function selectExportableAlerts(
  { alerts, unsupportedAlerts }: LiveEnvironment,
  language: Language,
): AlertSelection {
  const idsByName = groupIdsByName([...alerts.map(({ alert }) => alert), ...unsupportedAlerts], language);
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
    const ids = idsByName.get(nameKey(name, language)) ?? [];
    const reason = ids.length > 1 ? duplicateNameReason(ids, language) : reasonToSkip(complete, language);
    if (reason === undefined) exportable.push(complete);
    else skipped.push({ id, name, reason });
  }
  return { alerts: exportable, skipped: skipped.sort((a, b) => a.id - b.id) };
}

function normalizeAlert({ alert, config }: CompleteAlert): CompleteAlert {
  const { destinations, hosts, hostTypes, condition } = normalize({ ...alert, ...config });
  return { alert: { ...alert, destinations }, config: { ...config, hosts, hostTypes, condition } };
}

function groupIdsByName(alerts: readonly ListedAlert[], language: Language): Map<string, number[]> {
  const idsByName = new Map<string, number[]>();
  for (const { id, name } of alerts) {
    const key = nameKey(name, language);
    const ids = idsByName.get(key);
    if (ids === undefined) idsByName.set(key, [id]);
    else ids.push(id);
  }
  return idsByName;
}

/** Terraform normalizes every string to NFC, so different names may become equal. */
function nameKey(name: string, language: Language): string {
  return language === "yaml" ? name : name.normalize("NFC");
}

function duplicateNameReason(ids: readonly number[], language: Language): string {
  const suffix = language === "yaml" ? "" : " in Terraform";
  const list = [...ids].sort((a, b) => a - b).join(", ");
  return `${ids.length} alerts have this name${suffix} (ids ${list}). Rename all but one in the service.`;
}

/** Patterns that cdktf interprets as placeholders for values that Terraform computes. */
const cdktfToken = /[$#&]\{TfToken\[|-\d\.\d+e\+2\d\d/;
const maxNumberForCdktf = 1e250;

function reasonToSkip({ alert, config }: CompleteAlert, language: Language): string | undefined {
  const { condition, hostTypes } = config;
  const configStrings = [...hostTypes, ...conditionStrings(condition)];
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
    ? "cdktf would interpret a string or number as one of its tokens. Export to hcl or yaml instead."
    : undefined;
}

function conditionStrings(condition: AlertCondition): readonly string[] {
  return condition.kind === "event" ? condition.categories : [condition.metric];
}

/** Whether Terraform's normalization to NFC keeps the text. */
export function isUnchangedByTerraform(text: string): boolean {
  return text === text.normalize("NFC");
}

export function isSafeForCdktf(text: string): boolean {
  return !cdktfToken.test(text);
}
