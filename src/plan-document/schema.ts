/**
 * The JSON schema of a plan document, in zod. Its descriptions go into schemas/plan.schema.json. The schemas are built on
 * demand, because most commands neither read a plan nor write that file.
 */
import * as z from "zod";
import { checkNames } from "../diagnostics";
import { alertAttributes, alertLevels } from "../service";
import { originFields, planOriginFields } from "./origin";

/** Number of slots of a timeline. Limits the size of documents. */
export const timelineSlots = 60;

export function backtestSchemas() {
  const count = z.int().nonnegative();
  const slot = z
    .int()
    .min(0)
    .max(timelineSlots - 1);

  const counts = z
    .strictObject({
      events: count.nullable().describe("Number of matching events. Null for a threshold alert."),
      firings: count
        .nullable()
        .describe(
          "Number of firings. Null if it is unknown. Then `events` is an upper bound for an event alert.",
        ),
    })
    .describe("How often a version of the alert matches and fires.");

  const alertBacktest = z
    .strictObject({
      before: counts.nullable().describe("The live alert. Null for a creation."),
      after: counts.nullable().describe("The desired alert. Null for a deletion."),
      busiest_hour: z
        .strictObject({ start: z.iso.datetime(), count })
        .exactOptional()
        .describe(
          "The hour with the most firings, or events where firings are unknown, of `after`, or of `before` for a deletion.",
        ),
      hosts: z
        .array(z.strictObject({ id: z.int().nullable().describe("Null for global events."), count }))
        .describe(
          "The ten hosts with the most firings, or events where firings are unknown, as for `busiest_hour`.",
        ),
      host_count: count.describe("Number of hosts with a firing, or an event."),
      destinations: z
        .array(z.strictObject({ id: z.int(), before: count.nullable(), after: count.nullable() }))
        .describe("Number of notifications by destination. Null if it is unknown."),
      timeline: z
        .array(
          z.strictObject({
            slot,
            before: count,
            after: count,
          }),
        )
        .exactOptional()
        .describe(
          `Firings of both versions, or events where firings are unknown, in ${timelineSlots} slots of equal length. Slots without any are omitted.`,
        ),
      disabled: z.literal(true).exactOptional().describe("Whether the alert is disabled."),
      unseen_categories: z
        .array(z.strictObject({ category: z.string(), similar: z.array(z.string()) }))
        .exactOptional()
        .describe(
          "Categories of the alert without an event in the period, with similar categories of events.",
        ),
      unknown: z.string().exactOptional().describe("Why a number is null, as a clause."),
    })
    .describe("A back-test: the alert before and after the change, replayed over the events of a period.");

  const recordedFirings = z
    .strictObject({
      firings: count
        .nullable()
        .describe(
          "Number of recorded firings that only this live alert can have caused. A lower bound if the events are incomplete. Null if they could not be read.",
        ),
      ambiguous: count
        .exactOptional()
        .describe("Number of further firings that this alert or another one caused."),
      candidates: z
        .array(z.string())
        .exactOptional()
        .describe("The first ten alerts that can have caused the ambiguous firings."),
      older_definition: count
        .exactOptional()
        .describe(
          "Number of further firings whose messages name another trigger or duration than each alert that can have caused them.",
        ),
      busiest_hour: z.strictObject({ start: z.iso.datetime(), count }).exactOptional(),
      timeline: z
        .array(z.strictObject({ slot, count }))
        .exactOptional()
        .describe(`\`firings\` in ${timelineSlots} slots of equal length. Slots without any are omitted.`),
      after: z
        .strictObject({
          bound: z.enum(["at_most", "at_least", "exact", "unchanged", "unknown"]),
          firings: count.exactOptional(),
        })
        .describe(
          "Firings after the change, if the live definitions held in the whole period. exact: from values of --metrics.",
        ),
    })
    .describe("The firings of a live threshold alert that the service has recorded as events.");

  const backtest = z
    .strictObject({
      from: z.iso.datetime().describe("Start of the period."),
      until: z.iso.datetime().describe("End of the period."),
      completeness: z
        .enum(["complete", "incomplete", "failed"])
        .describe(
          "complete: the events are all events of the period. incomplete: the service may have more events, so all numbers are " +
            "lower bounds. failed: the events could not be read, so there is no answer.",
        ),
      reason: z.string().exactOptional().describe("Why the events are not complete, as a clause."),
      events: count.describe(
        "Number of events that were read. No events are read for threshold alerts only.",
      ),
      digest: z
        .string()
        .nullable()
        .describe("SHA-256 hash of the events that were used, in hexadecimal. Null if no events were read."),
      recorded: z
        .strictObject({
          firings: count,
          unattributed: count.describe("Firings that no live alert can have caused."),
        })
        .exactOptional()
        .describe("Numbers of recorded firings of threshold alerts, if they were counted."),
      metric_values: count.exactOptional().describe("Number of values that were used, of --metrics."),
    })
    .describe("The history that the back-tests use.");

  return { alertBacktest, backtest, recordedFirings };
}

type BacktestSchemas = ReturnType<typeof backtestSchemas>;

export type AlertBacktest = z.output<BacktestSchemas["alertBacktest"]>;
export type RecordedFirings = z.output<BacktestSchemas["recordedFirings"]>;
export type BacktestCounts = NonNullable<AlertBacktest["after"]>;
export type BacktestHistory = z.output<BacktestSchemas["backtest"]>;

export interface Backtests {
  readonly history: BacktestHistory;
  /** By the name of the change. Alerts without changes have none. */
  readonly alerts: ReadonlyMap<string, AlertBacktest>;
  /** By the name of the change. Only those of live threshold alerts. */
  readonly recorded: ReadonlyMap<string, RecordedFirings>;
}

export function routeSchemas() {
  const object = z.strictObject({ id: z.int(), name: z.string().exactOptional() });
  const routeChange = z
    .strictObject({
      scope: z
        .enum(["hosts", "host_types", "other_hosts", "all_hosts", "global_events"])
        .describe(
          "hosts: those in `hosts`. host_types: all hosts of the types in `host_types`. other_hosts: hosts that no alert names by ID " +
            "or type. global_events: events without a host.",
        ),
      hosts: z.array(object).exactOptional(),
      host_types: z.array(z.string()).exactOptional(),
      level: z.enum(alertLevels).exactOptional().describe("Level of threshold alerts."),
      event: z.string().exactOptional().describe("Category of events."),
      before: z.array(object).describe("The destinations that are notified before the plan."),
      after: z.array(object).describe("The destinations that are notified after the plan."),
    })
    .describe("A difference in the destinations of one level or category.");
  const routes = z
    .strictObject({
      changes: z.array(routeChange),
      excluded_alerts: z
        .int()
        .describe(
          "Number of active live alerts that are not included, because their configurations were not read or their kind is not supported.",
        ),
    })
    .describe("How the plan changes who is notified. Missing if it changes nothing. For display only.");
  return { object, routeChange, routes };
}

export type RouteChanges = z.output<ReturnType<typeof routeSchemas>["routes"]>;
export type RouteChange = RouteChanges["changes"][number];

export function planSchemas() {
  const wireObject = z.record(z.string(), z.unknown());
  const fieldValue = z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()).readonly(),
    z.array(z.number()).readonly(),
  ]);

  const fieldChange = z
    .strictObject({
      path: z
        .array(z.union([z.string(), z.int()]))
        .readonly()
        .describe('Path of the field: `["threshold", "trigger"]`.'),
      from: fieldValue.exactOptional().describe("Live value. Missing if the live alert has none."),
      to: fieldValue.exactOptional().describe("Desired value. Missing if the definition has none."),
    })
    .describe("A field that differs.");

  const live = z
    .strictObject({
      alert: wireObject.describe("The alert as the service lists it."),
      config: wireObject.nullable().describe("Its configuration. Null if it has none: an incomplete alert."),
    })
    .describe("The live alert that changes.");

  // A plan has no defaults. Reading one back must restore exactly what was approved, including empty sets.
  const desired = z
    .strictObject({
      ...alertAttributes,
      renamed_from: z.string().exactOptional(),
      muted_until: alertAttributes.muted_until.unwrap().exactOptional(),
      ignore: alertAttributes.ignore.unwrap().exactOptional(),
      event: z.strictObject({ categories: z.array(z.string()) }).exactOptional(),
      threshold: alertAttributes.threshold.unwrap().exactOptional(),
    })
    .describe("The desired alert. Every reference is an id.");

  const place = z.strictObject({
    file: z.string().exactOptional(),
    line: z.int().exactOptional().describe("Starts at 1."),
    column: z.int().exactOptional().describe("Starts at 1."),
    construct: z.string().exactOptional().describe("Path of the construct that synthesized the object."),
    address: z
      .string()
      .exactOptional()
      .describe("Address of the resource of Terraform that plans the object."),
    subject: z.string().exactOptional().describe("Name of the alert or other object."),
    field: z
      .array(z.union([z.string(), z.int()]))
      .readonly()
      .exactOptional(),
  });

  const problem = z
    .strictObject({
      check: z
        .enum(checkNames)
        .exactOptional()
        .describe("Name of the check that reports the problem. docs/checks.md describes the checks."),
      severity: z.enum(["error", "warning"]),
      what: z.string().describe("What is wrong."),
      where: place.exactOptional(),
      remedy: z.string().exactOptional().describe("How to fix it."),
      environments: z
        .array(z.string())
        .readonly()
        .exactOptional()
        .describe("Names of the environments that have it, if it depends on them."),
    })
    .describe("An error or a warning, with its location and remedy.");

  const changeProperties = {
    name: z.string().describe("Name of the alert: the desired name, or the live name for a deletion."),
    where: place.exactOptional().describe("Location of the definition."),
    after: z
      .string()
      .exactOptional()
      .describe("Name of the change that must free the name of this change first."),
    restarts: z
      .literal(true)
      .exactOptional()
      .describe("Whether the change restarts the duration of a threshold alert that is about to fire."),
    imported: z.literal(true).exactOptional().describe("Whether the plan of Terraform imports the alert."),
  };
  const { alertBacktest, backtest, recordedFirings } = backtestSchemas();
  const tested = {
    backtest: alertBacktest.exactOptional(),
    recorded: recordedFirings.exactOptional(),
  };
  const id = z.int().describe("ID of the live alert.");
  const fields = z.array(fieldChange);
  const calls = z
    .array(z.enum(["createAlert", "updateAlert", "writeAlertConfig", "deleteAlert"]))
    .describe("Writing calls of the change in order, by the names of the service's endpoints.");

  const namesById = z.record(z.string().regex(/^\d+$/), z.string()).describe("Names by id.").exactOptional();

  const names = z
    .strictObject({ destinations: namesById, hosts: namesById, policies: namesById, durations: namesById })
    .describe(
      "Names of the objects that the document refers to by id, if they were fetched. For display only. Long names are " +
        "truncated.",
    )
    .exactOptional();

  const factsOf = <Fact extends z.ZodType>(fact: Fact) =>
    z.record(z.string().regex(/^\d+$/), fact).exactOptional();

  const facts = z
    .strictObject({
      policies: factsOf(z.int().nonnegative()).describe("Intervals in seconds by id."),
      durations: factsOf(z.int().nonnegative()).describe("Lengths in seconds by id."),
      hosts: factsOf(z.string().nullable()).describe("Types by id. Null for a deleted host."),
    })
    .describe("Lengths and types of the objects that the document refers to by id, if they were fetched.")
    .exactOptional();

  const difference = z
    .strictObject({
      kind: z.enum(differenceKinds).describe("What differs."),
      sentence: z
        .string()
        .describe("The situation, and what the alert does in it before and after the change."),
      test: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe(
          "The situation as a test file of `dbmon test`, which the desired alert passes and the live alert fails. Null if a test cannot express it.",
        ),
    })
    .nullable()
    .describe(
      "A situation in which the live and the desired alert behave differently: the shortest that loses a notification, otherwise the shortest that gains one, otherwise the shortest. Null if they behave the same.",
    )
    .exactOptional();

  const origin = originFields();

  const exceptions = z
    .array(z.strictObject({ rule: z.string(), alert: z.string(), reason: z.string() }))
    .describe("Alerts that do not satisfy a rule, with the reason of the exception that permits it.")
    .exactOptional();

  const mute = z
    .enum(["muted", "mute ended"])
    .describe(
      "muted: the desired alert is disabled until `muted_until`. mute ended: the change enables the alert, because its mute has ended.",
    )
    .exactOptional();

  const change = z.discriminatedUnion("action", [
    z.strictObject({
      action: z.literal("create"),
      ...changeProperties,
      calls,
      desired,
      fields,
      mute,
      difference,
      ...tested,
    }),
    z.strictObject({
      action: z.enum(["replace", "complete", "rename", "update", "unchanged"]),
      ...changeProperties,
      id,
      calls,
      desired,
      live,
      fields,
      mute,
      difference,
      ...tested,
    }),
    z.strictObject({
      action: z.literal("delete"),
      ...changeProperties,
      owned: z
        .literal(true)
        .exactOptional()
        .describe("Whether the alert belongs to the definitions by `owns`, and is no longer defined."),
      id,
      calls,
      live,
      difference,
      ...tested,
    }),
  ]);

  const planDocument = z
    .strictObject({
      version: z.literal(1).describe("Version of the document format."),
      ...planOriginFields(),
      fingerprint: z
        .string()
        .describe(
          "Hash of the live state that the plan was made from. If that state changes, the plan is stale.",
        ),
      changes: z.array(change).describe("One change per definition, and the deletions, sorted by name."),
      unmanaged: z
        .array(wireObject)
        .describe("Live alerts that match no definition and do not change, as the service lists them."),
      problems: z.array(problem).describe("A plan with an error cannot be applied."),
      owns: z
        .array(z.string())
        .readonly()
        .nullable()
        .exactOptional()
        .describe(
          "Names and patterns of alerts that belong to the definitions. Null without `owns` in dbmon.yaml.",
        ),
      exceptions,
      names,
      facts,
      backtest: backtest.exactOptional(),
      routes: routeSchemas().routes.exactOptional(),
    })
    .meta({
      id: "Plan",
      description: "The changes that turn the live alerts into the desired ones.",
    });

  return {
    origin,
    fieldChange,
    place,
    problem,
    exceptions,
    names,
    backtest,
    tested,
    planDocument,
  };
}

/** What a change can change in the behavior of an alert. `alerting/` has the same names. */
const differenceKinds = [
  "fires",
  "hosts",
  "time",
  "resolution",
  "level",
  "destinations",
  "frequency",
] as const;

type Schemas = ReturnType<typeof planSchemas>;
export type PlanDocument = z.output<Schemas["planDocument"]>;
export type RuleExceptions = NonNullable<PlanDocument["exceptions"]>;
/** Lengths and types by id. Unknown ones are missing. */
export type ObjectFacts = NonNullable<PlanDocument["facts"]>;
export type FieldDocument = z.output<Schemas["fieldChange"]>;
export type ChangeDocument = PlanDocument["changes"][number];
export type DesiredDocument = Extract<ChangeDocument, { action: "create" }>["desired"];
export type LiveDocument = Extract<ChangeDocument, { action: "delete" }>["live"];
