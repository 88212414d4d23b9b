/** Warns of destinations and hosts that active alerts cover before a plan, but not after it. */
import { toNfc } from "../../diagnostics";
import { type AlertVersion, idWithName } from "../../reconcile";
import { type Alert, includesAllHosts, typesInScope } from "../../service";
import { type AlertsOfPlan } from "../alerts-of-plan";
import { type AuditCheck } from "./audit-check";
import { type CheckProblem, defineCheck } from "./check";

export const destinationUnused = defineCheck({
  name: "destination-unused",
  needs: ["planned"],
  check: ({ planned: { alerts, names } }) =>
    lostDestinations(alerts)
      .map((id) => idWithName(id, names?.destinations?.[String(id)]))
      .map((name) => unintended(`no active alert notifies destination ${name}`)),
});

export const uncoveredHost = defineCheck({
  name: "uncovered-host",
  needs: ["planned"],
  check: ({ planned: { alerts } }) =>
    lostCriticalHosts(alerts).map((hosts) => unintended(`no active alert with level crit watches ${hosts}`)),
});

/**
 * The unmanaged alerts whose configurations {@link uncoveredHost} needs: they may still watch a host type that the changed alerts stop
 * watching. Empty if the changed alerts lose no host type.
 */
export function alertsToReadForCoverage(alerts: AlertsOfPlan): Alert[] {
  if (lostCriticalHosts(alerts).length === 0) return [];
  return alerts.others
    .filter(({ alert, config }) => config === undefined && !alert.disabled && alert.kind === "threshold")
    .map(({ alert }) => alert);
}

/** Needs no configurations: an alert of any condition can notify its destinations. */
function lostDestinations({ before, after }: AlertsOfPlan): number[] {
  const notified = (alerts: readonly AlertVersion[]) =>
    new Set(alerts.flatMap(({ disabled, destinations }) => (disabled ? [] : destinations)));
  const kept = notified(after);
  return [...notified(before)].filter((id) => !kept.has(id)).sort((a, b) => a - b);
}

/** Describes the host types, or all hosts, that `crit` alerts watch before the plan, but not after it. */
function lostCriticalHosts({ before, after }: AlertsOfPlan): string[] {
  const kept = watchedHosts(after);
  if (kept.includesAll) return [];
  const lost = watchedHosts(before);
  return [
    ...(lost.includesAll ? ["all hosts"] : []),
    ...[...lost.types].filter((type) => !kept.types.has(type)).map((type) => `hosts of type ${type}`),
  ].sort();
}

/** The hosts that active alerts with level `crit` watch. Types are in NFC. */
function watchedHosts(alerts: readonly AlertVersion[]) {
  const scopes = alerts.flatMap(({ disabled, config }) =>
    !disabled && config?.condition.kind === "threshold" && config.condition.alert_level === "crit"
      ? [config]
      : [],
  );
  return { includesAll: scopes.some(includesAllHosts), types: new Set(scopes.flatMap(typesInScope)) };
}

function unintended(consequence: string): CheckProblem {
  return {
    severity: "warning",
    what: `After an apply, ${consequence}.`,
    remedy: "If this is not intended, change the definitions.",
  };
}

/** Reports destinations that no active alert notifies. */
export const destinationUnusedLive: AuditCheck = {
  name: "destination-unused",
  check: ({ active, destinations }) => {
    const notified = new Set(active.flatMap((alert) => alert.destinations));
    return destinations
      .filter(({ id }) => !notified.has(id))
      .map(({ id, name = `destination ${id}` }) => ({
        severity: "info",
        name,
        what: "is notified by no active alert.",
        together: "destinations are notified by no active alert",
        destination: { id, name },
        evidence: [],
        remedy: "Add it to an alert, or remove it in the service.",
      }));
  },
};

/** Reports live hosts that no critical alert watches, while one watches another host of their type. */
export const uncoveredHostLive: AuditCheck = {
  name: "uncovered-host",
  check: ({ active, hosts }) => {
    const critical = active.filter(
      ({ config: { condition } }) => condition.kind === "threshold" && condition.alert_level === "crit",
    );
    const scopes = critical.map(({ config }) => config);
    if (scopes.some(includesAllHosts)) return [];
    const scope = {
      ids: new Set(scopes.flatMap((one) => one.hosts)),
      types: new Set(scopes.flatMap(typesInScope)),
    };
    const live = hosts
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, name = `host ${id}`, type = "" }) => ({ id, name, type: toNfc(type) }));
    const covered = new Set(live.filter(({ id, type }) => scope.ids.has(id) || scope.types.has(type)));
    const types = new Set([...covered].map(({ type }) => type));
    return live
      .filter((host) => !covered.has(host) && types.has(host.type))
      .map(({ id, name, type }) => ({
        severity: "warning",
        name,
        what: `is watched by no alert with level crit, but another ${type} host is.`,
        host: { id, name },
        evidence: [],
        remedy: "Add the host to a critical alert.",
      }));
  },
};
