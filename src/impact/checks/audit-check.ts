/** The interface of the checks of an audit: each examines what was read of an environment, and reports findings about its objects. */
import { type ConfiguredAlert, type KnownObjects } from "../../alerting";
import { type CheckName, formatCount } from "../../diagnostics";
import { type Alert, type AlertConfig, type Destination, type Host, type QueryDigest } from "../../service";
import { type FiringActivity } from "../activity";
import { formatPeriod } from "../backtest-sentence";
import { type Period } from "../tally";

export type AuditSeverity = "error" | "warning" | "info";

/** An object of the environment. A host that the service does not list has no name. */
export interface AuditedObject {
  readonly id: number;
  readonly name: string;
}

export interface AuditFinding {
  readonly check: CheckName;
  readonly severity: AuditSeverity;
  /** Name of the alert, category, host or destination. */
  readonly name: string;
  /** Follows the name in a sentence. */
  readonly what: string;
  readonly alert?: AuditedObject;
  readonly host?: AuditedObject;
  readonly destination?: AuditedObject;
  /** Times, counts or the situation. */
  readonly evidence: readonly string[];
  /** Imperative sentences. */
  readonly remedy: string;
  /** Follows the number of several such findings, which name and `what` are not repeated for: `alerts are disabled`. */
  readonly together?: string;
  /** Firings of the alert on each day (UTC), the first of which starts at `from` in Unix milliseconds. */
  readonly daily?: { readonly from: number; readonly counts: readonly number[] };
}

/** An alert that can fire: it is enabled and has a configuration. Only destinations that exist are listed. */
export interface ActiveAlert extends ConfiguredAlert {
  readonly name: string;
}

/** Alerts that can fire, with the objects that they refer to. */
export interface ResolvedAlerts {
  readonly active: readonly ActiveAlert[];
  readonly known: KnownObjects;
  /** For example `db-1`, or `host 7` if the service does not list it. */
  readonly nameOf: (kind: "destination" | "host" | "policy" | "duration", id: number) => string;
}

/** What was read of an environment. */
export interface AuditFacts extends ResolvedAlerts {
  readonly alerts: readonly {
    readonly alert: Alert;
    /** Undefined if it is absent. */
    readonly config: AlertConfig | undefined;
  }[];
  /** All hosts, including deleted ones. */
  readonly hosts: readonly Host[];
  readonly destinations: readonly Destination[];
  /** Query families that metrics name, by ID. Undefined for a family that the service does not have. */
  readonly queries: ReadonlyMap<string, QueryDigest | undefined>;
  /** Undefined if the events could not be read. */
  readonly activity: (AuditPeriod & { readonly firings: FiringActivity }) | undefined;
  /** Runbooks that cannot be read, if they were requested. `reason` is a clause. */
  readonly deadRunbooks: readonly {
    readonly alert: AuditedObject;
    readonly url: string;
    readonly reason: string;
  }[];
  /** What the rules of the configuration report, with the severity of each rule. */
  readonly rules: readonly CheckedFinding[];
  /** Firings that make an alert noisy. */
  readonly noisy: { readonly period: number; readonly day: number };
}

export interface AuditPeriod extends Period {
  /** Whether all events were read. */
  readonly isComplete: boolean;
}

export type CheckedFinding = Omit<AuditFinding, "check">;

export interface AuditCheck {
  readonly name: CheckName;
  /** Whether its findings stand beside those of earlier checks of the alert. */
  readonly isAdditional?: true;
  /** @param skipped IDs of the alerts that earlier checks reported */
  readonly check: (facts: AuditFacts, skipped: ReadonlySet<number>) => readonly CheckedFinding[];
}

/** A finding about an alert. */
export function findingOf(
  { id, name }: AuditedObject,
  finding: Pick<CheckedFinding, "severity" | "what" | "remedy"> & Partial<CheckedFinding>,
): CheckedFinding {
  return { name, alert: { id, name }, evidence: [], ...finding };
}

/** `90 days`. Less than one day as `6h`. */
export function describeLength({ from, until }: Period): string {
  const days = Math.floor((until - from) / 86_400);
  return days === 0 ? formatPeriod(until - from) : formatCount(days, "day");
}

export function auditedHost({ nameOf }: Pick<AuditFacts, "nameOf">, id: number): AuditedObject {
  return { id, name: nameOf("host", id) };
}
