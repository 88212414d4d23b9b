/** The alerts that a back-test is about: versions before and after a change. */
import { type ConfiguredAlert } from "../alerting";
import { type Change, configOf, type DesiredAlert, keepIgnored, type LiveAlert, nameOf } from "../reconcile";

export interface BacktestSubject {
  readonly name: string;
  /** Undefined for a creation. An incomplete alert, which cannot fire, has no configuration. */
  readonly before: AlertVersion | undefined;
  /** Undefined for a deletion. */
  readonly after: AlertVersion | undefined;
}

export type AlertVersion = Omit<ConfiguredAlert, "id" | "config"> & Partial<Pick<ConfiguredAlert, "config">>;

/** The alerts of the changes that write. */
export function subjectsOfChanges(changes: readonly Change[]): BacktestSubject[] {
  return changes.flatMap((change): BacktestSubject[] => {
    const name = nameOf(change);
    switch (change.action) {
      case "unchanged":
        return [];
      case "create":
        return [{ name, before: undefined, after: desiredVersion(change.desired) }];
      case "delete":
        return [{ name, before: liveVersion(change.live), after: undefined }];
      case "complete":
      case "rename":
      case "replace":
      case "update":
        return [
          {
            name,
            before: liveVersion(change.live),
            after: desiredVersion(keepIgnored(change.desired, change.live)),
          },
        ];
    }
  });
}

/** Desired alerts without a plan. */
export function subjectsOfDesired(alerts: readonly DesiredAlert[]): BacktestSubject[] {
  return alerts.map((desired) => ({ name: desired.name, before: undefined, after: desiredVersion(desired) }));
}

function desiredVersion(desired: DesiredAlert): AlertVersion {
  const { policy, disabled, destinations } = desired;
  return { policy, disabled, destinations, config: configOf(desired) };
}

function liveVersion({ alert, config }: LiveAlert): AlertVersion {
  const { policy, disabled, destinations } = alert;
  return { policy, disabled, destinations, ...(config === undefined ? {} : { config }) };
}
