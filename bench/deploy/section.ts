/** The section about plan and apply: description, goals, tables and plots. */
import { type Column, goalOfFactor, type Row, type Section } from "../results";
import { plotsOf } from "./plots";
import { type StateIn } from "./tools";

/** The default limit of concurrent calls of the client, and of concurrent changes of `dbmon apply`. */
export const dbmonConcurrency = 16;
/** Concurrent calls of the lower bound in the goal for terraform. */
export const maxConcurrency = 64;

/** The operation that a table measures. */
export interface Kind {
  readonly verb: "plan" | "apply";
  readonly stateIn: StateIn;
}

export const kinds = {
  plan: { verb: "plan", stateIn: "file" },
  apply: { verb: "apply", stateIn: "file" },
  inBackend: { verb: "apply", stateIn: "backend" },
} as const satisfies Record<string, Kind>;

export type Table = keyof typeof kinds;
export type Rows = Readonly<Record<Table, Row[]>>;

export function sectionOf(rows: Rows): Section {
  const all = [...rows.plan, ...rows.apply, ...rows.inBackend];
  const unexpectedCalls = all.flatMap(({ dbmonCalls, terraformCalls }) =>
    [dbmonCalls, terraformCalls].filter((calls) => calls !== undefined && !isExact(String(calls))),
  );
  const factors = (table: Table) =>
    rows[table].filter(({ latency }) => latency === 20).map(({ factor }) => Number(factor));
  const executableFactors = (table: Table, maxCount: number) =>
    rows[table]
      .filter(({ latency, count }) => latency === 20 && Number(count) <= maxCount)
      .map(({ executableFactor }) => Number(executableFactor));
  const terraformFactors = rows.plan
    .filter(({ count }) => count === 10)
    .map(({ terraform, terraformExecutable }) => Number(terraformExecutable) / Number(terraform));
  const goalsAt100Ms = (["plan", "apply", "inBackend"] as const).flatMap((table) =>
    rows[table]
      .filter(({ count, latency }) => count === 1_000 && latency === 100)
      .map(({ terraformFactor }) => goalOfFactor(goalsOfTerraform[table], [Number(terraformFactor)], 1.5)),
  );
  return {
    title: "Plan and apply",
    how: [
      "N alerts in a service with a latency of 0, 20 or 100 ms per call. A plan finds all alerts in sync, and an apply creates them. The " +
        "times are medians of processes that a user starts. The column `dbmon` is the npm package with Node.js. The tables show 20 ms per call.",
      "The lower bound is a process that makes only the necessary calls over keep-alive connections, with " +
        `${dbmonConcurrency} concurrent calls like \`dbmon\`, and with ${maxConcurrency}. Terraform has its default parallelism of 10. ` +
        "Terraform alone plans the same number of `terraform_data` resources.",
      "Terraform rewrites its state file after each resource, so its time for an apply grows with the square of the number of alerts. With " +
        "the state in a backend, the parallelism limits it: 1,000 alerts with two calls of 100 ms each take 20 seconds. The time that cdktf " +
        "adds to an apply grows with the square too, and is not measured for 1,000 alerts.",
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
      {
        title: "Apply, state in a backend",
        columns: columns.filter(({ key }) => !onlyInFile.includes(key)),
        rows: rows.inBackend,
      },
    ],
    plots: plotsOf(rows),
  };
}

/** The columns of tools that were not measured with a backend. */
const onlyInFile = [
  "dbmon",
  "bound",
  "factor",
  "dbmonCalls",
  "executable",
  "executableFactor",
  "terraformExecutable",
];

const limit = `within 1.5x of terraform alone plus the lower bound at ${maxConcurrency}`;
const goalsOfTerraform = {
  plan: `terraform plan of 1,000 at 100 ms ${limit}`,
  apply: `terraform apply of 1,000 at 100 ms ${limit}`,
  inBackend: `terraform apply of 1,000 at 100 ms, state in a backend, ${limit}`,
};

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
