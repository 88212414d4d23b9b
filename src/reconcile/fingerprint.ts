/**
 * What a plan rests on, in one short text: a plan that was kept may be carried out only while the live alerts that it is
 * about are as they were.
 */
import { createHash } from "node:crypto";
import { type LiveAlert, sortedIds, sortedNames } from "./desired-alert";
import { type Change, nameOf, type Plan } from "./plan";

/** The same for plans made from the same live state of the alerts that they are about; those left alone do not count. */
export function fingerprintOf({ changes }: Pick<Plan, "changes">): string {
  const hash = createHash("sha256");
  for (const change of changes) hash.update(`${JSON.stringify(basisOf(change))}\n`);
  return hash.digest("hex");
}

function basisOf(change: Change): unknown {
  if (change.action === "create") return [nameOf(change), null];
  return [nameOf(change), liveBasis(change.live)];
}

/** The normal form: order, repeats and fields that the specification does not name do not count. */
function liveBasis({ alert, config }: LiveAlert): unknown {
  const settings = [
    alert.id,
    alert.name,
    alert.annotations,
    alert.policy,
    alert.kind,
    alert.disabled,
    sortedIds(alert.destinations),
  ];
  if (config === undefined) return [settings, null];
  const { condition } = config;
  const ofKind =
    condition.kind === "event"
      ? [sortedNames(condition.categories)]
      : [condition.alertLevel, condition.metric, condition.trigger, condition.duration, condition.reset];
  return [settings, [sortedIds(config.hosts), sortedNames(config.hostTypes), condition.kind, ...ofKind]];
}
