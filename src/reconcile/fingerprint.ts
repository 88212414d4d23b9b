/** A hash of the live state that a plan was made from. A saved plan is stale if that state has changed. */
import { createHash } from "node:crypto";
import { toNfc } from "../diagnostics";
import { type Change, nameOf } from "./change";
import { type LiveAlert, sortIds, sortNames } from "./desired-alert";

/** Covers the live alerts of the changes. Ignores unmanaged alerts. */
export function fingerprintOf({ changes }: { readonly changes: readonly Change[] }): string {
  const hash = createHash("sha256");
  for (const change of changes) {
    const live = change.action === "create" ? null : normalizeLive(change.live);
    hash.update(`${JSON.stringify([nameOf(change), live])}\n`);
  }
  return hash.digest("hex");
}

/** Ignores the order and duplicates of sets, the normalization form of texts, and fields that the specification does not name. */
function normalizeLive({ alert, config }: LiveAlert): unknown {
  const settings = [
    alert.id,
    toNfc(alert.name),
    toNfc(alert.annotations),
    alert.policy,
    alert.kind,
    alert.disabled,
    sortIds(alert.destinations),
  ];
  if (config === undefined) return [settings, null];
  const { condition } = config;
  const conditionValues =
    condition.kind === "event"
      ? [sortNames(condition.categories.map(toNfc))]
      : [
          condition.alertLevel,
          toNfc(condition.metric),
          condition.trigger,
          condition.duration,
          condition.reset,
        ];
  return [
    settings,
    [sortIds(config.hosts), sortNames(config.hostTypes.map(toNfc)), condition.kind, ...conditionValues],
  ];
}
