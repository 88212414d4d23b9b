/** Suggests how a definition can change so that its alert fires at most as often as a limit allows. */
import { describeDifference, differencesOf } from "../alerting";
import { ProblemError } from "../diagnostics";
import { type EnvironmentObjects, type EnvironmentSession } from "../engine";
import {
  type BacktestSubject,
  chooseTrigger,
  differenceContextOf,
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
  type FieldChange,
  settingsOf,
} from "../reconcile";
import { type BacktestOptions, backtestSubjects, type TestedAlerts } from "./backtest";
import { type AlertDrift } from "./drift";

/** A policy of an event alert. */
interface SuggestedPolicy {
  readonly policy: number;
  readonly intervalSeconds: number;
  readonly firings: number;
  readonly meetsLimit: boolean;
}

export interface Suggestion {
  readonly tested: TestedAlerts;
  readonly objects: EnvironmentObjects;
  /** Of a threshold alert. */
  readonly triggers: readonly SuggestedTrigger[];
  /** Of an event alert. */
  readonly policies: readonly SuggestedPolicy[];
  /** The definition as drift from the suggested alert. Undefined if no setting meets the limit. */
  readonly change: AlertDrift["change"] | undefined;
  /** A situation in which the suggested alert behaves differently. */
  readonly difference: string | undefined;
}

type SuggestionOptions = BacktestOptions & Required<Pick<BacktestOptions, "maxFirings">>;

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
  const known = policies.flatMap(({ id, intervalSeconds }) =>
    intervalSeconds === undefined ? [] : [{ policy: id, intervalSeconds, name: `\0${id}` }],
  );
  const variants = known.map(({ policy, name }) => subjectOf({ ...alert, name, policy, disabled: false }));
  const subjects = [subjectOf(alert), ...(condition.kind === "event" ? variants : [])];
  const tested = await backtestSubjects(session, subjects, definitions, options);
  const { alerts, exceeded } = tested.backtests;
  requireFirings(alert.name, tested);
  const triggers =
    condition.kind === "event" || options.maxFirings === undefined
      ? []
      : suggestTriggers({
          alert: { ...alert, config: configOf(alert) },
          condition,
          hosts,
          durations,
          policyIntervalMs:
            (known.find(({ policy }) => policy === alert.policy)?.intervalSeconds ?? 0) * 1000,
          values: tested.values,
          period: tested.period,
          limit: options.maxFirings,
        });
  const tried = known.map(({ name, ...policy }) => ({
    ...policy,
    firings: alerts.get(name)?.after?.firings ?? 0,
    meetsLimit: exceeded.every((one) => one.name !== name),
  }));
  const suggestion = { tested, objects, triggers, policies: condition.kind === "event" ? tried : [] };
  const suggested = applySuggestion(alert, suggestion);
  if (suggested === undefined) return { ...suggestion, change: undefined, difference: undefined };
  const live = {
    alert: { ...settingsOf(suggested), id: 0, unknownFields: {} },
    config: { ...configOf(suggested), unknownFields: {} },
  };
  const change = changeOf(alert, live);
  const [before, after] = [alert, suggested].map((one) => ({ ...one, config: configOf(one) }));
  const plan = { names: namesInCatalog(objects), facts: factsInChanges(objects, [change]) };
  const context = differenceContextOf({ before, after }, plan);
  const [difference] = differencesOf(before, after, context);
  const sentence = difference && describeDifference(difference, context).sentence;
  return { ...suggestion, change, difference: sentence };
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
  throw ProblemError.of(`--suggest needs all firings of the alert: ${reason.replace(/\.$/, "")}.`, {
    where: { subject: name },
    remedy: "Add the missing data, or set another --since.",
  });
}

/** The policy with the shortest interval that meets the limit. */
function applySuggestion(
  alert: DesiredAlert,
  { triggers, policies }: Pick<Suggestion, "triggers" | "policies">,
): DesiredAlert | undefined {
  const { condition } = alert;
  const row = chooseTrigger(triggers);
  if (condition.kind === "threshold")
    return row && { ...alert, condition: { ...condition, trigger: row.trigger, duration: row.duration } };
  const [best] = policies
    .filter(({ meetsLimit }) => meetsLimit)
    .sort((a, b) => a.intervalSeconds - b.intervalSeconds || a.policy - b.policy);
  return best && { ...alert, policy: best.policy };
}

/** The fields that the suggestion changes, from the value of the definition to the suggested one. */
export function suggestedFields({ change }: Suggestion): readonly FieldChange[] {
  return (change?.fields ?? []).map(({ path, from, to }) => ({ path, from: to, to: from }));
}
