/** The interface of the checks: each examines the known facts about definitions, a plan and their environment, and returns problems. */
import { type Problem } from "../../diagnostics";
import { type PlanDescription } from "../../plan-document";
import {
  type AlertDefinition,
  type DesiredAlert,
  type LiveAlert,
  type PartialLiveAlert,
  type PlanContents,
} from "../../reconcile";
import { type Host, type QueryDigest } from "../../service";
import { type BacktestResult, type Completeness } from "../backtest";
import { type UnusedMetric } from "../metric-values";
import { type FiringLimit, type SeenCategories } from "../tally";

/** Returns nothing if a fact that it needs is unknown. */
export type Check = (facts: Facts) => readonly Problem[];

export interface Facts {
  /** In Unix milliseconds. */
  readonly now?: number | undefined;
  readonly definitions?: readonly AlertDefinition[] | undefined;
  /** The definitions that are new, or that a plan changes. */
  readonly changed?: readonly AlertDefinition[] | undefined;
  readonly firing?: FiringFacts | undefined;
  readonly planned?: PlannedFacts | undefined;
  readonly created?: CreatedFacts | undefined;
  readonly backtest?: BacktestFacts | undefined;
  readonly metrics?: MetricsFacts | undefined;
}

/** The facts that decide whether alerts can fire in their environment. */
export interface FiringFacts {
  readonly definitions: readonly AlertDefinition[];
  /** All hosts, including deleted ones. */
  readonly hosts?: readonly Host[] | undefined;
  /** Query families by ID, in lower case. Undefined for a family that the service does not have. */
  readonly queries?: ReadonlyMap<string, QueryDigest | undefined> | undefined;
  readonly events?: SeenEvents | undefined;
}

export interface SeenEvents {
  readonly categories: SeenCategories;
  readonly periodSeconds: number;
  /** Why the service may have more events, as a clause. */
  readonly incomplete: string | undefined;
}

interface PlannedFacts {
  readonly plan: PlanContents & Pick<PlanDescription, "names">;
  /** With the configurations that `alertsToReadForCoverage` selects. */
  readonly live: readonly PartialLiveAlert[];
}

interface CreatedFacts {
  readonly desired: readonly DesiredAlert[];
  /** The unmanaged alerts that `alertsWithSameSettings` selects, and those that the plan deletes. */
  readonly others: readonly LiveAlert[];
}

interface BacktestFacts {
  readonly result: Pick<BacktestResult, "exceeded" | "untested">;
  /** `text`: as the user wrote it. */
  readonly limit: FiringLimit & { readonly text: string };
  /** Of the events, if events were needed. */
  readonly completeness: Completeness | undefined;
}

/** What the file of --metrics has for the tested alerts. */
interface MetricsFacts {
  readonly file: string;
  readonly valueCount: number;
  readonly tested: readonly string[];
  /** Those that no value in the file has. */
  readonly missing: readonly string[];
  /** Those of which no value can be used. */
  readonly unused: readonly UnusedMetric[];
  readonly hostNames: readonly string[];
}
