/**
 * Attributes the events of fired threshold alerts (FIRE-2) to the live alerts that can have caused them, and bounds how often a changed alert
 * fires. Memory grows with alerts and hosts, but not with events.
 */
import { type ConfiguredAlert, type KnownObjects, notifiesLess } from "../../alerting";
import { getOrAdd, groupBy, omitUndefined, toNfc } from "../../diagnostics";
import { type RecordedFirings } from "../../plan-document";
import { type AlertVersion, type PartialLiveAlert } from "../../reconcile";
import { isInScope, type ServiceEvent, TextMap, type ThresholdCondition } from "../../service";
import { hostOrUnlisted } from "../known-objects";
import { type FiringLimit, FiringWindow, type Period, TimeCounts } from "../tally";
import { FiringMessageReader, type NamedCondition } from "./firing-message";

export interface LiveThresholdAlert extends ConfiguredAlert {
  readonly name: string;
  readonly config: ConfiguredAlert["config"] & { readonly condition: ThresholdCondition };
}

/** The threshold alerts that have a configuration. */
export function thresholdAlertsIn(live: readonly PartialLiveAlert[]): LiveThresholdAlert[] {
  return live.flatMap(({ alert, config }) => {
    if (config === undefined) return [];
    const { condition } = config;
    return condition.kind === "threshold" ? { ...alert, config: { ...config, condition } } : [];
  });
}

export interface FiringHistoryInput {
  /** All live threshold alerts with a configuration. */
  readonly alerts: readonly LiveThresholdAlert[];
  readonly type: string;
  readonly known: KnownObjects;
  readonly period: Period;
  readonly maxFirings?: FiringLimit | undefined;
}

/** The recorded firings of an alert: those that no other live alert can have caused, and all that it can have caused. */
interface AlertRecord {
  readonly proven: TimeCounts;
  readonly possible: FiringWindow;
  readonly groups: FiringGroup[];
}

/** The events that one of these alerts caused: none if there is no alert. `older`: under a definition that none of them has now. */
interface FiringGroup {
  readonly kind: "proven" | "ambiguous" | "older";
  readonly alerts: readonly LiveThresholdAlert[];
  readonly records: readonly AlertRecord[];
  count: number;
}

interface NamedGroups extends NamedCondition {
  readonly agreeing: readonly LiveThresholdAlert[];
  /** By level and host. */
  readonly groups: Map<string, Map<number | undefined, FiringGroup>>;
}

type ChangedAlert = Pick<AlertVersion, "policy" | "disabled" | "config">;
type Effect = "at_most" | "at_least" | "unchanged" | "unknown";

/** `notifiesLess` counts the notifications of a destination. */
const anyDestination = [1];
const maxListedCandidates = 10;

export interface FiringBounds {
  readonly recorded: RecordedFirings;
  /** Whether the possible firings are an upper bound for the changed alert. */
  readonly isBounded: boolean;
  /** Start of the first window with more firings than the limit, in Unix milliseconds. Undefined without an upper bound. */
  readonly exceededFrom: number | undefined;
}

export class FiringHistory {
  /** Number of firings, and of those that no live alert can have caused. */
  readonly totals = { firings: 0, unattributed: 0 };
  readonly #type: string;
  readonly #reader: FiringMessageReader<NamedGroups>;
  readonly #alerts: ReadonlyMap<number, LiveThresholdAlert>;
  readonly #records: ReadonlyMap<number, AlertRecord>;
  readonly #byMetric = new TextMap<LiveThresholdAlert[]>();
  /** By metric and trigger: thousands of alerts can have one metric. */
  readonly #byTrigger: TextMap<Map<number, LiveThresholdAlert[]>>;
  readonly #groups = new Map<string, FiringGroup>();
  /** By metrics, level and host. */
  readonly #older = new Map<string, FiringGroup>();
  readonly #known: KnownObjects;

  /** @param counted IDs of the alerts whose firings are counted */
  constructor(
    private readonly input: FiringHistoryInput,
    counted: Iterable<number>,
  ) {
    const { alerts, type, known, period, maxFirings } = input;
    this.#type = toNfc(type);
    this.#alerts = new Map(alerts.map((alert) => [alert.id, alert]));
    for (const alert of alerts)
      getOrAdd(this.#byMetric, toNfc(alert.config.condition.metric), () => []).push(alert);
    this.#byTrigger = new TextMap(
      [...this.#byMetric].map(([metric, same]) => [
        metric,
        groupBy(same, ({ config }) => config.condition.trigger),
      ]),
    );
    this.#reader = new FiringMessageReader([...this.#byMetric.keys()], (named) => this.#groupsOf(named));
    this.#records = new Map(
      [...counted].map((id) => [
        id,
        { proven: new TimeCounts(period), possible: new FiringWindow(maxFirings), groups: [] },
      ]),
    );
    // A deleted host can have fired before its deletion.
    this.#known = { ...known, host: (id) => ({ ...hostOrUnlisted(known, id), isDeleted: false }) };
  }

  /** @param event not before the previous event. Events of other types are ignored. */
  add(event: ServiceEvent): void {
    const { type, start } = event;
    if (type !== this.#type && toNfc(type) !== this.#type) return;
    this.totals.firings++;
    const group = this.attribute(event);
    group.count++;
    if (group.alerts.length === 0) this.totals.unattributed++;
    if (group.kind === "older") return;
    for (const { proven, possible } of group.records) {
      possible.add(start * 1000);
      if (group.kind === "proven") proven.add(start * 1000);
    }
  }

  /** Returns the alerts that can have caused the event of a threshold alert. */
  attribute({ message, level, host }: ServiceEvent): FiringGroup {
    const named = this.#reader.read(message);
    const byHost = named.groups.get(level) ?? new Map<number | undefined, FiringGroup>();
    const known = byHost.get(host);
    if (known !== undefined) return known;
    const group = this.#findGroup(named, level, host);
    named.groups.set(level, byHost.set(host, group));
    return group;
  }

  #groupsOf(named: NamedCondition): NamedGroups {
    const { metrics, trigger, seconds } = named;
    const isNumber = !Number.isNaN(Number(trigger));
    const triggered =
      metrics !== undefined && isNumber
        ? metrics.flatMap((metric) => this.#byTrigger.get(metric)?.get(Number(trigger)) ?? [])
        : this.#withMetric(named).filter(({ config }) => !isOther(trigger, config.condition.trigger));
    const agreeing = triggered.filter(({ config: { condition } }) => {
      const lengthMs = this.#known.durationMs(condition.duration) ?? NaN;
      return !isOther(seconds, lengthMs / 1000);
    });
    return { ...named, agreeing, groups: new Map() };
  }

  #withMetric({ metrics }: NamedCondition): readonly LiveThresholdAlert[] {
    return metrics?.flatMap((metric) => this.#byMetric.get(metric) ?? []) ?? this.input.alerts;
  }

  #findGroup(named: NamedGroups, level: string, id: number | undefined): FiringGroup {
    const host = id === undefined ? undefined : hostOrUnlisted(this.input.known, id);
    const isCandidate = ({ config }: LiveThresholdAlert) =>
      config.condition.alert_level === level && isInScope(config, host);
    const candidates = named.agreeing.filter(isCandidate);
    if (candidates.length === 0)
      return getOrAdd(this.#older, JSON.stringify([named.metrics, level, id]), () =>
        this.#intern("older", this.#withMetric(named).filter(isCandidate)),
      );
    const isProven = candidates.length === 1 && named.metrics !== undefined;
    return this.#intern(isProven ? "proven" : "ambiguous", candidates);
  }

  #intern(kind: FiringGroup["kind"], alerts: readonly LiveThresholdAlert[]): FiringGroup {
    return getOrAdd(this.#groups, `${kind} ${alerts.map(({ id }) => id).join()}`, () => {
      const records = alerts.flatMap(({ id }) => this.#records.get(id) ?? []);
      const group: FiringGroup = { kind, alerts, records, count: 0 };
      for (const { groups } of records) groups.push(group);
      return group;
    });
  }

  /**
   * Undefined for an alert that is not counted.
   *
   * @param after undefined for a deletion
   * @param completeness of the events
   * @param exactFirings of the alert after the change, from values of metrics
   */
  boundsOf(
    id: number,
    after: ChangedAlert | undefined,
    completeness: "complete" | "incomplete" | "failed",
    exactFirings: number | undefined,
  ): FiringBounds | undefined {
    const [alert, record] = [this.#alerts.get(id), this.#records.get(id)];
    if (alert === undefined || record === undefined) return undefined;
    const { proven, possible, groups } = record;
    const older = groups.reduce((sum, { kind, count }) => sum + (kind === "older" ? count : 0), 0);
    const candidates = groups.flatMap(({ kind, alerts }) => (kind === "ambiguous" ? alerts : []));
    const names = new Set(candidates.map(({ name }) => name));
    const effect = this.#effectOf(alert, after);
    // Without any firing, the events can be of another type.
    const isProvable = older === 0 && completeness !== "failed" && this.totals.firings > 0;
    const isUpperBound = effect === "at_most" || effect === "unchanged";
    const isBounded = isProvable && completeness === "complete" && isUpperBound;
    const bound = (): RecordedFirings["after"] => {
      if (effect === "unchanged") return { bound: effect };
      if (exactFirings !== undefined) return { bound: "exact", firings: exactFirings };
      if (effect === "at_most" && isBounded) return { bound: effect, firings: possible.firings };
      if (effect === "at_least" && isProvable) return { bound: effect, firings: proven.total };
      return { bound: "unknown" };
    };
    const timeline = [...proven.slots].flatMap((count, slot) => (count === 0 ? [] : [{ slot, count }]));
    return {
      isBounded,
      exceededFrom: isBounded ? possible.exceededFrom : undefined,
      recorded: {
        ...(completeness === "failed"
          ? { firings: null }
          : {
              firings: proven.total,
              ambiguous: possible.firings - proven.total,
              ...(names.size === 0 ? {} : { candidates: [...names].slice(0, maxListedCandidates) }),
              older_definition: older,
              ...omitUndefined({ busiest_hour: proven.busiestHour }),
              ...(timeline.length === 0 ? {} : { timeline }),
            }),
        after: bound(),
      },
    };
  }

  /** Whether the change can only make firings rarer, or only more frequent. Destinations do not matter. */
  #effectOf(alert: LiveThresholdAlert, after: ChangedAlert | undefined): Effect {
    const before = { ...alert, destinations: anyDestination };
    const changed = after && { ...after, destinations: anyDestination };
    const losesFirings = notifiesLess(before, changed, this.#known);
    const gainsFirings = notifiesLess(changed, before, this.#known);
    if (losesFirings) return gainsFirings ? "unknown" : "at_most";
    return gainsFirings ? "at_least" : "unchanged";
  }
}

/** Whether a message names a number that differs from a known value. */
function isOther(text: string | undefined, value: number): boolean {
  const named = Number(text);
  return Math.abs(named - value) > 0;
}
