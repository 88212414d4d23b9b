/** The JSON document of `dbmon backtest --json`. Its schema is schemas/backtest.schema.json. */
import * as z from "zod";
import { errorOf, type Problem } from "../../../diagnostics";
import {
  type Backtests,
  type ObjectNames,
  planSchemas,
  resultsOf,
  type RunOrigin,
  writeNames,
  writeOrigin,
} from "../../../plan-document";
import { type AlertDefinition } from "../../../reconcile";

export function backtestSchema() {
  const { tested, backtest, fieldChange, names, origin, place, problem } = planSchemas();
  const count = z.int().nonnegative();
  const suggestion = z
    .strictObject({
      alert: z.string(),
      limit: z.string().describe("The value of --max-firings."),
      triggers: z
        .array(
          z.strictObject({
            duration: z.int().describe("ID of the duration."),
            trigger: z.number().describe("`smallest_trigger`, or a rounded one that meets the limit too."),
            smallest_trigger: z.number().describe("The smallest trigger that meets the limit."),
            firings: count.describe("Number of firings with `trigger`."),
            missed_seconds: z
              .number()
              .describe(
                "Length of the longest incident that only the current definition reports. 0 if there is none.",
              ),
            is_missed_unresolved: z.boolean().describe("Whether that incident lasts longer than the period."),
          }),
        )
        .describe("Of a threshold alert: one for each duration."),
      policies: z
        .array(z.strictObject({ policy: z.int(), firings: count, meets_limit: z.boolean() }))
        .describe("Of an event alert."),
      fields: z
        .array(fieldChange)
        .describe("The suggested change, from the current to the suggested value. Empty if nothing changes."),
      difference: z
        .string()
        .nullable()
        .describe("A situation in which the suggested alert behaves differently. Null if there is none."),
      files: z.array(z.string()).describe("The files to change."),
      patch: z.string().describe("The change of the files as a unified diff, for git apply."),
    })
    .describe("How the definition can meet a limit of firings, with --suggest.");
  return z
    .strictObject({
      ...origin,
      alerts: z
        .array(z.strictObject({ name: z.string(), where: place, ...tested }))
        .describe("One alert per definition. `before` of its back-test is null."),
      problems: z.array(problem),
      names,
      backtest,
      suggestion: suggestion.exactOptional(),
    })
    .meta({ id: "Backtest", description: "How often the defined alerts would have fired in a period." });
}

export type BacktestDocument = z.output<ReturnType<typeof backtestSchema>>;

export function writeBacktest(
  definitions: readonly AlertDefinition[],
  backtests: Backtests,
  names: ObjectNames,
  origin: RunOrigin,
  problems: readonly Problem[],
): BacktestDocument {
  const { history, alerts } = backtests;
  return {
    ...writeOrigin(origin),
    alerts: definitions.map(({ name, place: where }) => ({ name, where, ...resultsOf(backtests, name) })),
    problems: [
      ...(definitions.some(({ name }) => !alerts.has(name)) ? [unreadEvents(history)] : []),
      ...problems,
    ],
    ...writeNames(names),
    backtest: history,
  };
}

/** For alerts on events. */
function unreadEvents({ reason = "" }: Backtests["history"]): Problem {
  return errorOf("facts-incomplete", `The events could not be read: ${reason}`, {
    remedy: "Run again later, or set a later --since.",
  });
}
