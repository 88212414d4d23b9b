/** The JSON document of `dbmon backtest --json`. Its schema is schemas/backtest.schema.json. */
import * as z from "zod";
import { type Problem } from "../../../diagnostics";
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
  const { tested, backtest, names, origin, place, problem } = planSchemas();
  return z
    .strictObject({
      version: z.literal(1).describe("Version of the document format."),
      ...origin,
      alerts: z
        .array(z.strictObject({ name: z.string(), where: place, ...tested }))
        .describe("One alert per definition. `before` of its back-test is null."),
      problems: z.array(problem),
      names,
      backtest,
    })
    .meta({ id: "Backtest", description: "How often the defined alerts would have fired in a period." });
}

export type BacktestDocument = z.output<ReturnType<typeof backtestSchema>>;

export function writeBacktest(
  definitions: readonly AlertDefinition[],
  backtests: Backtests,
  names: ObjectNames,
  origin: RunOrigin,
): BacktestDocument {
  const { history, alerts } = backtests;
  return {
    version: 1,
    ...writeOrigin(origin),
    alerts: definitions.map(({ name, place: where }) => ({ name, where, ...resultsOf(backtests, name) })),
    problems: definitions.some(({ name }) => !alerts.has(name)) ? [unreadEvents(history)] : [],
    ...writeNames(names),
    backtest: history,
  };
}

/** For alerts on events. */
function unreadEvents({ reason = "" }: Backtests["history"]): Problem {
  return {
    severity: "error",
    what: `The events could not be read: ${reason}`,
    remedy: "Run again later, or set a later --since.",
  };
}
