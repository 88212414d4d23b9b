/**
 * The JSON schema of a plan document, in zod. Its descriptions go into schemas/plan.schema.json. The schemas are built on
 * demand, because most commands neither read a plan nor write that file.
 */
import * as z from "zod";
import { checkNames, problemClasses } from "../diagnostics";
import { alertAttributes, alertLevels } from "../service";
import { backtestSchemas } from "./backtest-schema";
import { originFields, planOriginFields } from "./origin";

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
      omitted_changes: z
        .int()
        .exactOptional()
        .describe("Number of changes that are not in `changes`, which has at most 100,000 destinations."),
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
      reasons: z
        .record(z.string(), z.string())
        .exactOptional()
        .describe(
          "Of hosts that the definition selects by tags or patterns: why each one joined or left, by ID.",
        ),
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
      host_tags: z.record(z.string(), z.array(z.string()).readonly()).exactOptional(),
      allow_no_hosts: z.boolean().exactOptional(),
      renamed_from: z.string().exactOptional(),
      muted: alertAttributes.muted.unwrap().exactOptional(),
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
      code: z
        .enum([...problemClasses, ...checkNames])
        .describe(
          "Class of the problem, as in docs/problems.md, or the check that reports it, as in docs/checks.md.",
        ),
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
      "muted: the desired alert is disabled until `muted.until`. mute ended: the change enables the alert, because its mute has ended.",
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
