/** What is told of the measured plans and applies: tables, pictures, and what is to be reached. */
import { type Column, goalOfFactor, type Row, type Section } from "../results";
import { plotsOf } from "./plots";
import { type StateIn } from "./ways";

/** The client's own limit, which is also how many changes `dbmon apply` carries out at a time. */
export const atOnce = 16;
/** The limit that the goal for terraform names. */
export const most = 64;
/** Terraform writes its state file whole after each resource: by itself it takes minutes for so many. */
export const tooManyForFile = 5_000;

/** What the rows of a table measure. */
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
  const odd = all.flatMap(({ dbmonCalls, terraformCalls }) =>
    [dbmonCalls, terraformCalls].filter((calls) => calls !== undefined && !isExact(String(calls))),
  );
  const factors = (table: Table) =>
    rows[table].filter(({ latency }) => latency === 20).map(({ factor }) => Number(factor));
  const far = (["plan", "apply", "inBackend"] as const).flatMap((table) =>
    rows[table]
      .filter(({ count, latency }) => count === 1_000 && latency === 100)
      .map(({ terraformFactor }) => goalOfFactor(whatOfFar[table], [Number(terraformFactor)], 1.5)),
  );
  return {
    title: "Plan and apply",
    how: [
      "N alerts on a service that takes 0, 20 or 100 ms longer for each call. A plan finds all of them as they should be; an apply " +
        "creates them. Each way is timed as the process that a user starts, against the emulator in a process of its own.",
      `The bound makes just the necessary calls over kept-alive connections and does nothing else, also as a process: ${atOnce} calls, or ` +
        `alerts to create, at once, as \`dbmon\` has; and ${most} at once. Terraform has its default parallelism ` +
        "of 10. Its own share is as many `terraform_data`. Each is a median of up to 3 runs in turns; what has taken 12 seconds is not run again.",
      "Terraform keeps its state in a file beside the stack, which it writes whole after each resource it creates: its own share of an " +
        `apply grows with the square, and one of ${tooManyForFile} would take it minutes. So applies of many are measured again with the ` +
        "state in a backend (`http`, on this machine), as a team keeps it. What cdktf adds grows with the square too, wherever the state is, and is " +
        `not measured for ${tooManyForFile}. In a backend nothing hides that Terraform creates ten at a time: 1,000 ` +
        "alerts of two calls of 100 ms each take it 20 seconds.",
    ],
    goals: [
      {
        what: "Calls made are the necessary ones, exactly",
        measured: odd.length === 0 ? "in every run" : odd.join(", "),
        isMet: odd.length === 0,
      },
      goalOfFactor("`dbmon plan` at 20 ms within 1.5x of the bound", factors("plan"), 1.5),
      goalOfFactor("`dbmon apply` at 20 ms within 1.5x of the bound", factors("apply"), 1.5),
      ...far,
    ],
    tables: [
      { title: "Plan", columns, rows: rows.plan },
      { title: "Apply", columns, rows: rows.apply },
      {
        title: "Apply, state in a backend",
        columns: columns.filter(({ key }) => !["dbmon", "bound", "factor", "dbmonCalls"].includes(key)),
        rows: rows.inBackend,
      },
    ],
    plots: plotsOf(rows),
  };
}

const share = `within 1.5x of its own share and the bound at ${most}`;
const whatOfFar = {
  plan: `terraform plan of 1,000 at 100 ms ${share}`,
  apply: `terraform apply of 1,000 at 100 ms ${share}`,
  inBackend: `terraform apply of 1,000 at 100 ms, state in a backend, ${share}`,
};

const columns: readonly Column[] = [
  { key: "count", head: "alerts", unit: "count" },
  { key: "latency", head: "latency", unit: "ms" },
  { key: "dbmon", head: "`dbmon`", unit: "ms" },
  { key: "bound", head: `bound, ${atOnce} at once`, unit: "ms" },
  { key: "factor", head: "factor", unit: "times" },
  { key: "dbmonCalls", head: "calls", unit: "text" },
  { key: "terraform", head: "terraform", unit: "ms" },
  { key: "own", head: "its own share", unit: "ms" },
  { key: "bound64", head: `bound, ${most} at once`, unit: "ms" },
  { key: "terraformFactor", head: "factor of both", unit: "times" },
  { key: "terraformCalls", head: "calls", unit: "text" },
  { key: "cdktf", head: "cdktf", unit: "ms" },
  { key: "runs", head: "runs", unit: "count" },
];

function isExact(calls: string): boolean {
  const [made, necessary] = calls.split(" of ");
  return made === necessary;
}
