/** The section about plan and apply: description, goals, tables and plots. */
import { type Column, goalOfFactor, type Row, type Section } from "../results";
import { plotsOf } from "./plots";

/** The default limit of concurrent calls of the client, and of concurrent changes of `dbmon apply`. */
export const dbmonConcurrency = 16;
/** Concurrent calls of the lower bound in the goal for terraform. */
export const maxConcurrency = 64;

export const verbs = ["plan", "apply"] as const;
export type Verb = (typeof verbs)[number];
/** The rows of the table of each verb. */
export type Rows = Readonly<Record<Verb, Row[]>>;

export function sectionOf(rows: Rows): Section {
  const all = [...rows.plan, ...rows.apply];
  const unexpectedCalls = all.flatMap(({ dbmonCalls, terraformCalls }) =>
    [dbmonCalls, terraformCalls].filter((calls) => calls !== undefined && !isExact(String(calls))),
  );
  const factors = (verb: Verb) =>
    rows[verb].filter(({ latency }) => latency === 20).map(({ factor }) => Number(factor));
  const executableFactors = (verb: Verb, maxCount: number) =>
    rows[verb]
      .filter(({ latency, count }) => latency === 20 && Number(count) <= maxCount)
      .map(({ executableFactor }) => Number(executableFactor));
  const terraformFactors = rows.plan
    .filter(({ count }) => count === 10)
    .map(({ terraform, terraformExecutable }) => Number(terraformExecutable) / Number(terraform));
  const goalsAt100Ms = verbs.flatMap((verb) =>
    rows[verb]
      .filter(({ count, latency }) => count === 1_000 && latency === 100)
      .map(({ terraformFactor }) => goalOfFactor(goalOfTerraform(verb), [Number(terraformFactor)], 1.5)),
  );
  return {
    title: "Plan and apply",
    how: [
      "N alerts in a service with a latency of 0, 20 or 100 ms per call. A plan finds all alerts in sync, and an apply creates them. The " +
        "times are medians of processes that a user starts. The column `dbmon` is the npm package with Node.js. The tables show 20 ms per call.",
      "The lower bound is a process that makes only the necessary calls over keep-alive connections, with " +
        `${dbmonConcurrency} concurrent calls like \`dbmon\`, and with ${maxConcurrency}. Terraform has its default parallelism of 10. ` +
        "Terraform alone plans the same number of `terraform_data` resources.",
      "Terraform rewrites its state file after each resource, so its time for an apply grows with the square of the number of alerts. The " +
        "time that cdktf adds to an apply grows with the square too, and is not measured for 1,000 alerts.",
    ],
    goals: [
      {
        what: "Only the necessary calls are made",
        measured: unexpectedCalls.length === 0 ? "in every run" : unexpectedCalls.join(", "),
        isMet: unexpectedCalls.length === 0,
      },
      goalOfFactor("`dbmon plan` at 20 ms within 1.5x of the lower bound", factors("plan"), 1.5),
      goalOfFactor("`dbmon apply` at 20 ms within 1.5x of the lower bound", factors("apply"), 1.5),
      goalOfFactor(
        "`dbmon plan` of 10 and 100 alerts at 20 ms with the executable within 1.5x of the lower bound",
        executableFactors("plan", 100),
        1.5,
      ),
      goalOfFactor(
        "`dbmon apply` of 10 alerts at 20 ms with the executable within 1.5x of the lower bound",
        executableFactors("apply", 10),
        1.5,
      ),
      goalOfFactor(
        "terraform plan of 10 with the executable faster than with the script",
        terraformFactors,
        1,
      ),
      ...goalsAt100Ms,
    ],
    tables: [
      { title: "Plan", columns, rows: rows.plan },
      { title: "Apply", columns, rows: rows.apply },
    ],
    plots: plotsOf(rows),
  };
}

function goalOfTerraform(verb: Verb): string {
  return `terraform ${verb} of 1,000 at 100 ms within 1.5x of terraform alone plus the lower bound at ${maxConcurrency}`;
}

const columns: readonly Column[] = [
  { key: "count", head: "alerts", unit: "count" },
  { key: "latency", head: "latency", unit: "ms" },
  { key: "dbmon", head: "`dbmon`", unit: "ms" },
  { key: "bound", head: `bound, ${dbmonConcurrency} concurrent`, unit: "ms" },
  { key: "factor", head: "factor", unit: "times" },
  { key: "executable", head: "executable", unit: "ms" },
  { key: "executableFactor", head: "factor", unit: "times" },
  { key: "dbmonCalls", head: "calls", unit: "text" },
  { key: "terraform", head: "terraform", unit: "ms" },
  { key: "terraformExecutable", head: "with the executable", unit: "ms" },
  { key: "own", head: "terraform alone", unit: "ms" },
  { key: "bound64", head: `bound, ${maxConcurrency} concurrent`, unit: "ms" },
  { key: "terraformFactor", head: "factor to both", unit: "times" },
  { key: "terraformCalls", head: "calls", unit: "text" },
  { key: "cdktf", head: "cdktf", unit: "ms" },
  { key: "runs", head: "runs", unit: "count" },
];

function isExact(calls: string): boolean {
  const [made, necessary] = calls.split(" of ");
  return made === necessary;
}
