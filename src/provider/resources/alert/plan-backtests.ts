/** The back-tests of one Terraform plan: the events of the period are read once, for the first alert that needs them. */
import { ServiceError } from "../../../client";
import { type Problem } from "../../../diagnostics";
import { type EnvironmentSession, readEvents } from "../../../engine";
import {
  Backtest,
  type BacktestInput,
  backtestSentence,
  type BacktestSubject,
  type Completeness,
  historySentence,
} from "../../../impact";
import { namesInCatalog, type ObjectNames } from "../../../reconcile";
import { type ServiceEvent, TextMap } from "../../../service";

type Period = BacktestInput["period"];

interface History extends Pick<BacktestInput, "hosts" | "policies" | "period"> {
  /** Without messages, in the order of time. An alert is tested with the events of its categories only. */
  readonly eventsByCategory: ReadonlyMap<string, readonly ServiceEvent[]>;
  readonly completeness: Completeness;
  readonly names: ObjectNames;
}

interface StartedReading {
  readonly at: number;
  readonly history: Promise<History>;
  /** Names of the alerts that were reported. A replacement is planned twice. */
  readonly reported: TextMap<true>;
  isIncompletenessReported: boolean;
}

/** What the plan reports about one alert. */
export interface PlanBacktest {
  /** What the alert does in the period. Undefined if the events could not be read. */
  readonly sentence: string | undefined;
  /** The period and its events. */
  readonly history: string;
  /** Why events are missing, reported with one alert only. */
  readonly isIncompletenessNews: boolean;
}

export class PlanBacktests {
  #reading: StartedReading | undefined;

  constructor(
    private readonly session: EnvironmentSession,
    private readonly periodSeconds: number,
  ) {}

  /**
   * Undefined for an alert without events, and for one that was reported before.
   * @throws RunInterruptedError if Terraform stops the provider
   */
  async test(subject: BacktestSubject): Promise<PlanBacktest | undefined> {
    if (!isEventAlert(subject)) return undefined;
    const reading = this.#currentReading();
    if (reading.reported.has(subject.name)) return undefined;
    reading.reported.set(subject.name, true);
    const { hosts, policies, period, eventsByCategory, completeness, names } = await reading.history;
    const backtest = new Backtest({ subjects: [subject], hosts, policies, durations: [], period });
    for (const category of eventsByCategory.keys()) backtest.addCategory(category);
    const events = [...backtest.categories].map((category) => eventsByCategory.get(category) ?? []);
    backtest.addEvents(events.length === 1 ? (events[0] ?? []) : events.flat().sort(byStart));
    const { history, alerts } = backtest.result(completeness);
    const isIncompletenessNews = completeness.status !== "complete" && !reading.isIncompletenessReported;
    reading.isIncompletenessReported ||= isIncompletenessNews;
    const alert = alerts.get(subject.name);
    return {
      sentence: alert === undefined ? undefined : backtestSentence(subject.name, alert, history, names),
      history: historySentence({ ...history, events: countOf(eventsByCategory) }),
      isIncompletenessNews,
    };
  }

  /** A process that serves several plans in turn reads the events again for a later one. */
  #currentReading(): StartedReading {
    const { run } = this.session;
    if (this.#reading === undefined || run.isListOld(this.#reading.at)) {
      this.#reading = {
        at: run.clock.now(),
        history: this.#read(),
        reported: new TextMap(),
        isIncompletenessReported: false,
      };
    }
    return this.#reading;
  }

  async #read(): Promise<History> {
    const { catalog, run } = this.session;
    const until = Math.floor(run.clock.now() / 1000);
    const period = { from: until - this.periodSeconds, until };
    const eventsByCategory = new Map<string, ServiceEvent[]>();
    try {
      const [hosts, policies, destinations] = await Promise.all([
        catalog.hostsSeenSince(),
        catalog.policies(),
        catalog.destinations(),
      ]);
      const completeness = await this.#readEvents(period, eventsByCategory);
      return {
        hosts,
        policies,
        period,
        eventsByCategory,
        completeness,
        names: namesInCatalog({ destinations }),
      };
    } catch (error) {
      if (!(error instanceof ServiceError) || run.isInterrupted) throw error;
      const completeness = failureOf(error.problems);
      return { hosts: [], policies: [], period, eventsByCategory: new Map(), completeness, names: {} };
    }
  }

  async #readEvents(period: Period, byCategory: Map<string, ServiceEvent[]>): Promise<Completeness> {
    const { completeness } = await readEvents(this.session, period, (events) => {
      for (const event of events) {
        const stored = { ...event, message: "", digest: undefined };
        const others = byCategory.get(event.type);
        if (others === undefined) byCategory.set(event.type, [stored]);
        else others.push(stored);
      }
    });
    return completeness.status === "failed" ? failureOf(completeness.problems) : completeness;
  }
}

function isEventAlert({ before, after }: BacktestSubject): boolean {
  return [before, after].some((version) => version?.config?.condition.kind === "event");
}

function byStart(one: ServiceEvent, other: ServiceEvent): number {
  return one.start - other.start;
}

function countOf(eventsByCategory: ReadonlyMap<string, readonly ServiceEvent[]>): number {
  return [...eventsByCategory.values()].reduce((total, events) => total + events.length, 0);
}

function failureOf(problems: readonly Problem[]): Completeness {
  return { status: "failed", reason: problems.map(({ what }) => what).join(" ") };
}
