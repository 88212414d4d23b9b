/** Suggests how a definition can change so that its alert fires at most as often as a limit allows. */
import { describeDifference, differencesOf } from "../alerting";
import { ProblemError } from "../diagnostics";
import { type EnvironmentObjects, type EnvironmentSession } from "../engine";
import {
  type BacktestSubject,
  chooseTrigger,
  differenceContextOf,
  type FiringLimit,
  type SuggestedTrigger,
  suggestTriggers,
} from "../impact";
import { factsInChanges, namesInCatalog } from "../plan-document";
import {
  type AlertDefinition,
  catalogKeys,
  changeOf,
  configOf,
  type DesiredAlert,
  settingsOf,
} from "../reconcile";
import { type BacktestOptions, backtestSubjects, type TestedAlerts } from "./backtest";
import { type AlertDrift } from "./drift";

export interface Suggestion {
  readonly tested: TestedAlerts;
  readonly objects: EnvironmentObjects;
  /** Of a threshold alert. */
  readonly triggers: readonly SuggestedTrigger[];
  /** Of an event alert. The shortest interval comes first. */
  readonly policies: readonly {
    readonly policy: number;
    readonly firings: number;
    readonly meets_limit: boolean;
  }[];
  /** The definition as drift from the suggested alert. Undefined if no setting meets the limit. */
  readonly change: AlertDrift["change"] | undefined;
  /** A situation in which the suggested alert behaves differently. Null if there is none. */
  readonly difference: string | null;
}

type SuggestionOptions = BacktestOptions & { readonly maxFirings: FiringLimit };

/** @throws ProblemError if the firings of the alert are not known */
export async function suggestChange(
  session: EnvironmentSession,
  alert: DesiredAlert,
  definitions: readonly AlertDefinition[],
  options: SuggestionOptions,
): Promise<Suggestion> {
  const objects = await session.catalog.read(new Set(catalogKeys));
  const { hosts = [], durations = [], policies = [] } = objects;
  const { condition } = alert;
  const known = policies
    .flatMap(({ id, intervalSeconds: seconds }) =>
      seconds === undefined ? [] : { id, seconds, name: `\0${id}` },
    )
    .sort((a, b) => a.seconds - b.seconds);
  const variants = known.map(({ id, name }) => subjectOf({ ...alert, name, policy: id, disabled: false }));
  const subjects = [subjectOf(alert), ...(condition.kind === "event" ? variants : [])];
  const tested = await backtestSubjects(session, subjects, definitions, options);
  requireFirings(alert.name, tested);
  const { alerts, exceeded } = tested.backtests;
  if (condition.kind === "event") {
    const tried = known.map(({ id, name }) => ({
      policy: id,
      firings: alerts.get(name)?.after?.firings ?? 0,
      meets_limit: exceeded.every((one) => one.name !== name),
    }));
    const best = tried.find((row) => row.meets_limit);
    const changed = best && { ...alert, policy: best.policy };
    return { tested, objects, triggers: [], policies: tried, ...describeChange(alert, changed, objects) };
  }
  const triggers = suggestTriggers({
    alert: { ...alert, config: configOf(alert) },
    condition,
    hosts,
    durations,
    policyIntervalMs: (known.find(({ id }) => id === alert.policy)?.seconds ?? 0) * 1000,
    values: tested.values,
    period: tested.period,
    limit: options.maxFirings,
  });
  const row = chooseTrigger(triggers);
  const { trigger, duration } = row ?? condition;
  const changed = row && { ...alert, condition: { ...condition, trigger, duration } };
  return { tested, objects, triggers, policies: [], ...describeChange(alert, changed, objects) };
}

function describeChange(
  alert: DesiredAlert,
  suggested: DesiredAlert | undefined,
  objects: EnvironmentObjects,
): Pick<Suggestion, "change" | "difference"> {
  if (suggested === undefined) return { change: undefined, difference: null };
  const live = {
    alert: { ...settingsOf(suggested), id: 0, unknownFields: {} },
    config: { ...configOf(suggested), unknownFields: {} },
  };
  const change = changeOf(alert, live);
  const [before, after] = [alert, suggested].map((one) => ({
    ...one,
    disabled: false,
    config: configOf(one),
  }));
  const plan = { names: namesInCatalog(objects), facts: factsInChanges(objects, [change]) };
  const context = differenceContextOf({ before, after }, plan);
  const [difference] = differencesOf(before, after, context);
  return { change, difference: difference ? describeDifference(difference, context).sentence : null };
}

function subjectOf(alert: DesiredAlert): BacktestSubject {
  return { name: alert.name, before: undefined, after: { ...alert, config: configOf(alert) } };
}

function requireFirings(name: string, { backtests, checkFacts }: TestedAlerts): void {
  const completeness = checkFacts.backtest?.completeness;
  const reason =
    completeness === undefined || completeness.status === "complete"
      ? backtests.alerts.get(name)?.unknown
      : completeness.reason;
  if (reason === undefined) return;
  const what = `--suggest needs all firings of the alert: ${reason.replace(/\.$/, "")}.`;
  throw ProblemError.of("facts-incomplete", what, {
    where: { subject: name },
    remedy: "Add the missing data, or set another --since.",
  });
}
