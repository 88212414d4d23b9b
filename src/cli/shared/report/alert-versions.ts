/** The alert of a change before and after it. */
import { describeAlert, type NameObject, sentenceText } from "../../../alerting";
import { type AlertVersion, type ChangeVersions, normalizeConfig } from "../../../reconcile";
import { type ChangeDocument, type PlanDocument } from "../../../plan-document";
import { conditionOf, readAlert, readAlertConfig, scopeOf } from "../../../service";

export function versionsOf(change: ChangeDocument): ChangeVersions {
  return {
    before: change.action === "create" ? undefined : liveVersion(change.live),
    after: change.action === "delete" ? undefined : desiredVersion(change.desired),
  };
}

/** What the alert does before and after the change, in plain words. */
export function describeVersions(
  { before, after }: ChangeVersions,
  names: PlanDocument["names"],
): { readonly before?: string; readonly after?: string } {
  return {
    ...(before === undefined ? {} : { before: describeVersion(before, names) }),
    ...(after === undefined ? {} : { after: describeVersion(after, names) }),
  };
}

/** What the alert does, in plain words: `crit when os.cpu.user_us is above 0.9 for 5 minutes on any host, ...`. */
function describeVersion(
  { config, policy, disabled }: AlertVersion,
  names: PlanDocument["names"] = {},
): string {
  if (config === undefined) return "Never fires, because it has no configuration.";
  // Sets have no order. The order of the service would show as a difference.
  const sorted = normalizeConfig(config);
  const tables = { host: names.hosts, policy: names.policies, duration: names.durations };
  const nameObject: NameObject = (kind, id) => tables[kind]?.[String(id)] ?? `${kind} ${id}`;
  const sentence = sentenceText(describeAlert(sorted, policy, nameObject));
  return disabled ? `Disabled: ${sentence}` : sentence;
}

type LiveDocument = Extract<ChangeDocument, { action: "delete" }>["live"];
type DesiredDocument = Extract<ChangeDocument, { action: "create" }>["desired"];

function liveVersion({ alert: wire, config }: LiveDocument): AlertVersion | undefined {
  const alert = readAlert(wire);
  return { ...alert, config: readAlertConfig(config, alert.kind) };
}

function desiredVersion({ event, threshold, ...desired }: DesiredDocument): AlertVersion {
  const condition = conditionOf(event, threshold);
  return { ...desired, config: condition && { ...scopeOf(desired), condition } };
}
