/** The JSON schemas of back-tests and recorded firings, in zod. Plans, drifts and `dbmon backtest` have them. */
import * as z from "zod";

/** Number of slots of a timeline. Limits the size of documents. */
export const timelineSlots = 60;

export function backtestSchemas() {
  const count = z.int().nonnegative();
  const slot = z
    .int()
    .min(0)
    .max(timelineSlots - 1);

  const busiestHour = z.strictObject({ start: z.iso.datetime(), count });

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
      busiest_hour: busiestHour
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
      busiest_hour: busiestHour.exactOptional(),
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
      ignored_metric_values: z
        .strictObject({ outside_period: count, not_a_number: count.describe("NaN of Prometheus.") })
        .exactOptional()
        .describe(
          "Number of values of the tested metrics that were ignored, of --metrics. Missing if there are none.",
        ),
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
  readonly recorded?: ReadonlyMap<string, RecordedFirings>;
}
