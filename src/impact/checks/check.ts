/** The interface of the checks: each has a name, and examines the facts that it declares. */
import { type CheckName, type Problem, type Severity } from "../../diagnostics";
import { type ObjectNames } from "../../plan-document";
import { type AlertDefinition, type DesiredAlert, type LiveAlert } from "../../reconcile";
import { type Host, type QueryDigest, type TextMap } from "../../service";
import { type AlertsOfPlan } from "../alerts-of-plan";
import { type BacktestResult, type Completeness } from "../backtest";
import { type NameCounts, type UnusedMetric } from "../metric-values";
import { type FiringLimit, type SeenCategories } from "../tally";
import { type ResolvedAlerts } from "./audit-check";

/** A problem of a check, whose name is its code. */
export type CheckProblem = Omit<Problem, "code"> & Partial<Pick<Problem, "code">>;

export interface Check<Need extends keyof CheckFacts> {
  /** Heading of its section in docs/checks.md. */
  readonly name: CheckName;
  /** The check runs only if all of these are known. */
  readonly needs: readonly Need[];
  readonly check: (facts: Pick<CheckFacts, Need>) => readonly CheckProblem[];
}

/** Infers the type of the facts from `needs`. */
export function defineCheck<const Need extends keyof CheckFacts>(check: Check<Need>): Check<Need> {
  return check;
}

/** What a command can know about definitions, a plan and their environment. */
export interface CheckFacts {
  /** In Unix milliseconds. */
  readonly now: number;
  readonly definitions: readonly AlertDefinition[];
  /** All definitions of an environment, in `dbmon check`. */
  readonly named: readonly AlertDefinition[];
  /** The definitions that can fire and ignore nothing, with the IDs that their references have in the environment. */
  readonly resolved: ResolvedAlerts;
  /** The definitions whose destinations are checked: all, or only those of changed alerts. */
  readonly notifying: readonly AlertDefinition[];
  readonly firing: FiringFacts;
  readonly planned: {
    /** With the configurations that `alertsToReadForCoverage` selects. */
    readonly alerts: AlertsOfPlan;
    readonly names?: ObjectNames | undefined;
  };
  /** The alerts that the plan creates. */
  readonly created: readonly DesiredAlert[];
  readonly renames: {
    readonly created: readonly DesiredAlert[];
    /** The unmanaged alerts that `alertsWithSameSettings` selects, and those that the plan deletes. */
    readonly others: readonly LiveAlert[];
    /** IDs by the name of a new alert, from an export: its live alert has another name now. */
    readonly ids?: TextMap<number> | undefined;
  };
  readonly backtest: {
    readonly result: Pick<BacktestResult, "exceeded" | "untested">;
    /** `text`: as the user wrote it. */
    readonly limit: FiringLimit & { readonly text: string };
    /** Whether --metrics is set, so that each alert must be tested. */
    readonly hasValues: boolean;
    /** Of the events, if events were needed. */
    readonly completeness: Completeness | undefined;
  };
  readonly metrics: MetricsFacts;
}

interface FiringFacts {
  readonly definitions: readonly AlertDefinition[];
  /** All hosts, including deleted ones. */
  readonly hosts?: readonly Host[] | undefined;
  /** Query families by ID, in lower case. Undefined for a family that the service does not have. */
  readonly queries?: ReadonlyMap<string, QueryDigest | undefined> | undefined;
  readonly events?: SeenEvents | undefined;
  /** Why facts could not be read. */
  readonly failures?: readonly Problem[];
}

export interface SeenEvents {
  readonly categories: SeenCategories;
  readonly periodSeconds: number;
  /** Why the service may have more events, as a clause. */
  readonly incomplete: string | undefined;
}

/** What the file of --metrics has for the tested alerts. */
interface MetricsFacts {
  readonly file: string;
  /** Of a problem with the values. */
  readonly severity: Severity;
  readonly valueCount: number;
  readonly tested: readonly string[];
  /** Those that no value in the file has. */
  readonly missing: readonly string[];
  /** Those of which no value can be used. */
  readonly unused: readonly UnusedMetric[];
  /** Hosts that the service does not have, and metrics that no alert reads, with the numbers of their values. */
  readonly unknownHosts: NameCounts;
  readonly unreadMetrics: NameCounts;
  /** Whether firings are limited: then values of unknown hosts are errors. */
  readonly isLimited: boolean;
  readonly hostNames: readonly string[];
  /** Whether live alerts count as readers of a metric too. */
  readonly knowsLive: boolean;
}
