/** Audits an environment: reads all of it, and runs the checks of live alerts. */
import { thresholdEventType } from "../alerting";
import { ServiceError } from "../client";
import { type Problem, warningOf } from "../diagnostics";
import { type EnvironmentSession, listLastingAlerts, readConfigs } from "../engine";
import {
  type ActiveAlert,
  type AuditFacts,
  type AuditFinding,
  FiringActivity,
  FiringHistory,
  knownObjects,
  type Period,
  runAudit,
  thresholdAlertsIn,
} from "../impact";
import { namesInCatalog } from "../plan-document";
import { type CompiledRules } from "../rules";
import { type Alert, isSupported, scopeOf } from "../service";
import { readEvents } from "./read-events";

export interface AuditOptions {
  /** @param nowMs the time of the service, in Unix milliseconds @throws ProblemError if the period is not valid */
  readonly periodAt: (nowMs: number) => Period;
  readonly noisy: AuditFacts["noisy"];
  /** Type of the events of threshold alerts. */
  readonly firingType?: string | undefined;
  readonly rules: CompiledRules | undefined;
  /** Requests the runbooks of the alerts. Undefined: they are not checked. */
  readonly findDeadRunbooks: ((alerts: readonly Alert[]) => Promise<AuditFacts["deadRunbooks"]>) | undefined;
}

export interface Audit {
  readonly findings: readonly AuditFinding[];
  readonly alertNames: readonly string[];
  readonly counts: { readonly alerts: number; readonly hosts: number; readonly destinations: number };
  readonly period: Period;
  /** Warnings of what could not be seen. */
  readonly problems: readonly Problem[];
}

/** Calls: the lists, each configuration, each query that a metric names, and the events of the period. */
export async function auditEnvironment(
  session: EnvironmentSession,
  { periodAt, noisy, firingType = thresholdEventType, rules, findDeadRunbooks }: AuditOptions,
): Promise<Audit> {
  const { catalog } = session;
  const problems: Problem[] = [];
  const listed = await listLastingAlerts(session, (problem) => problems.push(problem));
  const period = periodAt(session.serviceNow("period"));
  const [objects, alerts] = await Promise.all([
    catalog.read(new Set(["destinations", "hosts", "policies", "durations"])),
    readConfigs(session, listed.filter(isSupported)),
  ]);
  const { destinations = [], hosts = [] } = objects;
  const { known, nameOf } = lookupOf(objects);
  const existing = new Set(destinations.map(({ id }) => id));
  const configured = alerts.flatMap(({ alert, config }): ActiveAlert[] =>
    config === undefined
      ? []
      : [{ ...alert, destinations: alert.destinations.filter((id) => existing.has(id)), config }],
  );
  const [queries, activity] = await Promise.all([
    readQueries(session, configured, problems),
    readActivity(session, period, problems, () => {
      const thresholds = thresholdAlertsIn(alerts);
      const history = new FiringHistory({ alerts: thresholds, type: firingType, known, period }, []);
      return new FiringActivity({ alerts: configured, known, firingType, history });
    }),
  ]);
  const deadRunbooks = (await findDeadRunbooks?.(alerts.map(({ alert }) => alert))) ?? [];
  const active = configured.filter(({ disabled }) => !disabled);
  const ruled = checkRules(rules, alerts, objects, session.serviceNow());
  problems.push(...ruled.problems);
  const facts = {
    deadRunbooks,
    rules: ruled.findings,
    alerts,
    active,
    hosts,
    destinations,
    known,
    nameOf,
    queries,
    activity,
    noisy,
  };
  const counts = {
    alerts: listed.length,
    hosts: hosts.filter(({ isDeleted }) => !isDeleted).length,
    destinations: destinations.length,
  };
  const alertNames = listed.map(({ name }) => name);
  return { findings: runAudit(facts), alertNames, counts, period, problems };
}

/** The rules of definitions, for live alerts. */
function checkRules(
  rules: CompiledRules | undefined,
  alerts: AuditFacts["alerts"],
  objects: Objects,
  now: number,
): { readonly findings: AuditFacts["rules"]; readonly problems: readonly Problem[] } {
  const definitions = alerts.flatMap(({ alert, config }) =>
    config === undefined ? [] : [{ ...alert, ...scopeOf(config), condition: config.condition, place: {} }],
  );
  const found = rules?.checkDefinitions(definitions, now, namesInCatalog(objects)).problems ?? [];
  const ids = new Map(alerts.map(({ alert: { id, name } }) => [name, id]));
  const problems: Problem[] = [];
  const findings = found.flatMap(({ code, severity, what, where, remedy = "" }): AuditFacts["rules"] => {
    const name = where?.subject;
    const id = name === undefined ? undefined : ids.get(name);
    if (name === undefined || id === undefined) {
      problems.push({
        code,
        severity,
        what,
        remedy,
        ...(where === undefined ? {} : { where }),
      });
      return [];
    }
    const clause = what.replace(/^The alert (?=does not satisfy)/, "");
    return [{ severity, name, what: clause, alert: { id, name }, evidence: [], remedy }];
  });
  return { findings, problems };
}

type Objects = Awaited<ReturnType<EnvironmentSession["catalog"]["read"]>>;

export function lookupOf({ destinations = [], hosts = [], policies = [], durations = [] }: Objects) {
  const names = {
    destination: namesById(destinations),
    host: namesById(hosts),
    policy: namesById(policies),
    duration: namesById(durations),
  };
  const nameOf: AuditFacts["nameOf"] = (kind, id) => names[kind].get(id) ?? `${kind} ${id}`;
  return { known: knownObjects({ hosts, policies, durations }), nameOf };
}

function namesById(objects: readonly { readonly id: number; readonly name?: string | undefined }[]) {
  return new Map(objects.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
}

async function readQueries(
  { client, run }: EnvironmentSession,
  alerts: readonly ActiveAlert[],
  problems: Problem[],
): Promise<AuditFacts["queries"]> {
  const metrics = alerts.flatMap(({ config: { condition } }) =>
    condition.kind === "threshold" ? condition.metric : [],
  );
  try {
    return await client.readQueriesOfMetrics(metrics, run.signal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    problems.push(notSeen("Query IDs were not checked, because the queries", error.problems));
    return new Map();
  }
}

async function readActivity(
  session: EnvironmentSession,
  period: Period,
  problems: Problem[],
  createActivity: () => FiringActivity,
): Promise<AuditFacts["activity"]> {
  const firings = createActivity();
  const { completeness } = await readEvents(session, period, (events) => {
    for (const event of events) firings.add(event);
  });
  if (completeness.status === "failed") {
    problems.push(notSeen("Firings were not checked, because the events", completeness.problems));
    return undefined;
  }
  if (completeness.status === "incomplete")
    problems.push(
      warningOf(
        "facts-incomplete",
        `Not all events could be read: ${completeness.reason}. Counts of firings are lower bounds.`,
        { remedy: "Set a later --since." },
      ),
    );
  return { firings, ...period, isComplete: completeness.status === "complete" };
}

function notSeen(subject: string, causes: readonly Problem[]): Problem {
  const what = `${subject} cannot be read: ${causes.map((problem) => problem.what).join(" ")}`;
  return warningOf("facts-incomplete", what, { remedy: "Run again with a token that can read them." });
}
