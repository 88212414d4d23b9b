/** The schemas of a test file and of a catalog. Times and series are parsed after them. */
import * as z from "zod";
import { partialAlertSchema } from "../definitions";
import { alertLevels } from "../service";

const name = z.string().min(1);
const time = z.union([z.string().min(1), z.int().nonnegative()]);
const level = z.enum(alertLevels);
const names = z.array(z.union([name, z.int().nonnegative()]));
const tableOfTimes = z.record(z.string(), time);

const metricSchema = z.strictObject({
  host: name.describe("Name of the host."),
  metric: name.describe("Name of the metric, for example `os.cpu.user_us`."),
  every: time.describe(
    "Time between two samples. The n-th sample, counted from 0, is at n times this interval.",
  ),
  values: z
    .union([z.string().min(1), z.number()])
    .describe(
      "Samples, separated by spaces: `a`; `axN` for a and N repetitions; `a+bxN` and `a-bxN` for a and N steps of b; `_` and `_xN` for " +
        "missing samples. A value holds until the next sample.",
    ),
});

const eventSchema = z.strictObject({
  at: time,
  type: name.describe("Type of the event: the category that event alerts match."),
  host: name.optional().describe("Name of the host. An event without a host is global."),
  level: level.optional(),
  message: z.string().optional(),
});

const changeSchema = z.strictObject({
  at: time.describe("Time of the write. It takes effect one propagation window later."),
  alert: name.describe("Name of the alert."),
  set: z
    .record(z.string(), z.unknown())
    .describe("The keys of the alert to change, as in a definition, except its name."),
});

const expectationSchema = z.strictObject({
  fires: time.optional(),
  resolves: time.optional(),
  host: name.optional(),
  level: level.optional(),
  notifies: names.optional().describe("All destinations that the firing notifies."),
});

const routeSchema = z.strictObject({
  host: name.optional().describe("Name of the host. A cause without a host is global."),
  event: name.optional().describe("Type of an event."),
  level: level.optional().describe("Level of a threshold alert that fires."),
  notifies: names.describe("All destinations that enabled alerts notify for the cause."),
});

const testSchema = z.strictObject({
  name,
  environments: z
    .array(name)
    .optional()
    .describe("Names and patterns of the environments of `dbmon.yaml` that have the test. Default: all."),
  start: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Date of the start, for example `2026-03-29T00:30+01:00`. Mutes then count, and times of the test may be dates too. Default: no date, and no mutes.",
    ),
  metrics: z.array(metricSchema).default([]),
  events: z.array(eventSchema).default([]).describe("Events, in any order."),
  changes: z.array(changeSchema).default([]).describe("Changes of definitions during the test."),
  until: time
    .optional()
    .describe("End of the test. Default: the last input plus the longest duration of a threshold alert."),
  expect: z
    .record(z.string(), z.array(expectationSchema))
    .default({})
    .describe(
      "For each alert, all its firings and resolutions in the order of time. An empty list means that it must not fire.",
    ),
  routes: z.array(routeSchema).default([]).describe("Who is notified, without a timeline."),
});

const partialAlert = partialAlertSchema.describe("The keys of a definition that the rules read.");

const ruleTestSchema = z.strictObject({
  name,
  alert: partialAlert,
  before: partialAlert
    .nullable()
    .optional()
    .describe("The live alert before the change. `null`: a new alert."),
  change: z
    .strictObject({
      action: z.enum(["create", "update", "rename", "complete", "replace", "delete", "unchanged"]),
      silences: z.boolean(),
      behavesTheSame: z.boolean(),
      restarts: z.boolean(),
    })
    .partial()
    .optional()
    .describe("The variable `change` of a rule."),
  refused_by: z.array(name).describe("Names of all rules that the alert does not satisfy."),
});

const objectId = z.int().nonnegative().optional();

const objects = {
  hosts: z
    .array(
      z.strictObject({
        name,
        type: name.describe("Type of the host, for example `mysql` or `os`."),
        tags: z
          .array(name)
          .optional()
          .describe("Tags of the host, for `host_tags`: `KEY:VALUE` or `KEY=VALUE`."),
        id: objectId.describe("ID of the host, for definitions that refer to it by ID."),
      }),
    )
    .describe("The hosts of the tests."),
  destinations: z
    .array(
      z.strictObject({
        name,
        id: objectId.describe("ID of the destination, for definitions that refer to it by ID."),
      }),
    )
    .describe("The destinations that have a name and an ID, so that tests can use both."),
  policies: tableOfTimes.describe(
    "Shortest time between two firings on one host, by the policy's ID or name. Default: 0s.",
  ),
  durations: tableOfTimes.describe(
    "Length of alert durations, by ID or name. Required for the threshold alerts that the tests exercise, unless definitions give the time.",
  ),
};

/** All objects of the kinds that it has. Other kinds are unknown. */
export const catalogSchema = z.strictObject(objects).partial();
export type CatalogContent = z.output<typeof catalogSchema>;

export const testFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Address of the JSON schema of this file, for editors."),
    definitions: name
      .optional()
      .describe(
        "Definitions file, folder, cdktf output folder or plan of Terraform in JSON, relative to this file. Default: the folder of this file.",
      ),
    hosts: objects.hosts.default([]),
    destinations: objects.destinations.default([]),
    policies: objects.policies.default({}),
    durations: objects.durations.default({}),
    propagation_window: time.optional().describe("Time until a change takes effect. Default: 60s."),
    tests: z.array(testSchema).default([]).describe("The tests of alerts."),
    rules: z
      .array(ruleTestSchema)
      .default([])
      .describe("Tests of the rules in `dbmon.yaml`. A rule is tried only where what it reads is given."),
  })
  .meta({ id: "AlertTests", description: "Tests of alerts, in the format of `dbmon test`." });

export type TestFileContent = z.output<typeof testFileSchema>;
/** The input, in which keys with defaults are optional. */
export type TestFileContentInput = z.input<typeof testFileSchema>;
export type TestContentInput = z.input<typeof testSchema>;
export type TestContent = z.output<typeof testSchema>;
export type ExpectationContent = z.output<typeof expectationSchema>;
export type RouteContent = z.output<typeof routeSchema>;
