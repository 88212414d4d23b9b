/**
 * The JSON schema of the consequences in plan documents, in zod: how often each changed alert would have fired in a period, and how the plan
 * changes who is notified. `impact/` computes them. They are part of a plan, so that a saved plan shows them offline.
 */
import * as z from "zod";
import { alertLevels } from "../service";

/** Number of slots of a timeline. Limits the size of documents. */
export const timelineSlots = 60;

export function backtestSchemas() {
  const count = z.int().nonnegative();

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
            slot: z
              .int()
              .min(0)
              .max(timelineSlots - 1),
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
      metric_values: count.exactOptional().describe("Number of values that were used, of --metrics."),
    })
    .describe("The history that the back-tests use.");

  return { alertBacktest, backtest };
}

type Schemas = ReturnType<typeof backtestSchemas>;

/** The back-test of one alert. */
export type AlertBacktest = z.output<Schemas["alertBacktest"]>;
export type BacktestCounts = NonNullable<AlertBacktest["after"]>;
/** The history that the back-tests of a plan use. */
export type BacktestHistory = z.output<Schemas["backtest"]>;

/** The back-tests of a plan. */
export interface Backtests {
  readonly history: BacktestHistory;
  /** By the name of the change. Alerts without changes have none. */
  readonly alerts: ReadonlyMap<string, AlertBacktest>;
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
