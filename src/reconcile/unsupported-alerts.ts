/**
 * Live alerts of a kind that this version does not know. They are left alone; but each holds its name, so a definition that
 * means such a name has to be told: taken for absent, it would be created a second time.
 */
import { type Problem, quote } from "../diagnostics";
import { type Alert, type ListedAlert, type UnsupportedAlert, formatAlertType } from "../service";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";

export function isKnown(alert: ListedAlert): alert is Alert {
  return alert.kind !== "unknown";
}

export function isUnsupported(alert: ListedAlert): alert is UnsupportedAlert {
  return alert.kind === "unknown";
}

const leftAlone = "It was left alone. A newer version of dbmon may know its kind;";

/** The name of a desired alert is held by an alert of an unknown kind. */
export function nameHeldByUnsupported(unsupportedAlert: UnsupportedAlert): Problem {
  return {
    severity: "error",
    what: `An alert of this name exists already (id ${unsupportedAlert.id}), of a kind that this version does not know (${formatAlertType(unsupportedAlert)}).`,
    where: { subject: unsupportedAlert.name, field: ["name"] },
    remedy: `${leftAlone} else give the definition another name, or rename or delete that alert in the service.`,
  };
}

/** An alert that is asked for by its id or name is of an unknown kind. */
export function isOfUnknownKind(unsupportedAlert: UnsupportedAlert): Problem {
  return {
    severity: "error",
    what: `The alert (id ${unsupportedAlert.id}) is of a kind that this version does not know (${formatAlertType(unsupportedAlert)}).`,
    where: { subject: unsupportedAlert.name },
    remedy: `${leftAlone} else manage it in the service.`,
  };
}

/** An error for each definition whose alert would have to be one of an unknown kind. */
export function unsupportedAlertProblems(
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
  unsupportedAlerts: readonly UnsupportedAlert[],
): Problem[] {
  if (unsupportedAlerts.length === 0) return [];
  const byName = new Map(
    unsupportedAlerts.map((unsupportedAlert) => [unsupportedAlert.name, unsupportedAlert]),
  );
  const liveNames = new Set(live.map(({ alert }) => alert.name));
  return desired.flatMap(({ name, renamedFrom }) => {
    const holder = byName.get(name);
    if (holder !== undefined) return [nameHeldByUnsupported(holder)];
    const source = renamedFrom === undefined ? undefined : byName.get(renamedFrom);
    // Renamed before: whoever has the old name now is another alert.
    return source === undefined || liveNames.has(name) ? [] : [cannotBeRenamed(name, source)];
  });
}

/** A warning for each definition whose name is held by an alert of an unknown kind: a removal leaves that alone. */
export function unsupportedNotRemoved(
  desired: readonly DesiredAlert[],
  unsupportedAlerts: readonly UnsupportedAlert[],
): Problem[] {
  const names = new Set(desired.map(({ name }) => name));
  return unsupportedAlerts
    .filter(({ name }) => names.has(name))
    .map((unsupportedAlert) => ({
      ...isOfUnknownKind(unsupportedAlert),
      severity: "warning",
      remedy: "It is left alone. Where it is to go, delete it in the service.",
    }));
}

function cannotBeRenamed(name: string, source: UnsupportedAlert): Problem {
  return {
    severity: "error",
    what: `The alert ${quote(source.name)} (id ${source.id}), which it was renamed from, is of a kind that this version does not know (${formatAlertType(source)}).`,
    where: { subject: name, field: ["renamed_from"] },
    remedy: `${leftAlone} else remove renamed_from to create a new alert beside it.`,
  };
}
