/** Destinations that active alerts notify before a plan, and none after it. */
import { idWithName } from "../../reconcile";
import { changedIds, type Check, type PlannedFacts, unintended } from "./check";

export const checkSilencedDestinations: Check = ({ planned }) => {
  if (planned === undefined) return [];
  const names = planned.plan.names?.destinations;
  return silencedDestinations(planned).map((id) =>
    unintended(
      `After an apply, no active alert notifies destination ${idWithName(id, names?.[String(id)])}.`,
    ),
  );
};

/** Needs no configurations: an alert of any condition can notify its destinations. */
function silencedDestinations({ plan, live }: PlannedFacts): number[] {
  const changed = changedIds(plan);
  const active = live.map(({ alert }) => alert).filter(({ disabled }) => !disabled);
  const desired = plan.changes.flatMap((change) =>
    change.action === "delete" || change.desired.disabled ? [] : [change.desired],
  );
  const notified = new Set(
    [...active.filter(({ id }) => !changed.has(id)), ...desired].flatMap(({ destinations }) => destinations),
  );
  const lost = active.flatMap(({ destinations }) => destinations).filter((id) => !notified.has(id));
  return [...new Set(lost)].sort((a, b) => a - b);
}
