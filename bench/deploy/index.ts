/** Plan and apply of many alerts, through each way to the service, beside what they cannot beat. */
import { inTurns, type Medians } from "../measure";
import { type Benchmark, type Column, goalOfFactor, type Row, type Section } from "../results";
import { referredLists } from "./alerts";
import { plotsOf } from "./plots";
import { type Service, startService } from "./service";
import { type StateIn, Ways } from "./ways";

/** The client's own limit, which is also how many changes `dbmon apply` carries out at a time. */
const atOnce = 16;
/** The limit that the goal for terraform names. */
const most = 64;
const latencies = [0, 20, 100];
/** Terraform writes its state file whole after each resource: by itself it takes minutes for so many. */
const tooManyForFile = 5_000;
/** Fewer are nothing that a backend would make a difference to. */
const manyForBackend = 1_000;

type Verb = "plan" | "apply";

/** Times and calls of one row. */
interface Cell extends Medians<string> {
  readonly calls: ReadonlyMap<string, number>;
}

interface Setting {
  /** Terraform's own share, where it is known: it knows no latency. */
  readonly own: number | undefined;
  readonly rounds: number;
  readonly stateIn: StateIn;
}

/** @param service with the alerts for a plan; an apply gets an empty one for each run */
async function measured(
  ways: Ways,
  verb: Verb,
  service: Service | undefined,
  latency: number,
  { own, rounds, stateIn }: Setting,
): Promise<Cell> {
  const calls = new Map<string, number>();
  const once = (name: string, work: (on: Service) => Promise<number>) => async () => {
    const on = service ?? (await startService());
    try {
      await on.delay(latency);
      await on.calls();
      const time = await work(on);
      calls.set(name, await on.calls());
      return time;
    } finally {
      if (service === undefined) await on.stop();
    }
  };
  const boundOf = verb === "plan" ? "plan" : "create";
  const withTerraform = {
    terraform: once("terraform", (on) => ways.terraform(on, verb, stateIn)),
    cdktf: once("cdktf", (on) => ways.cdktf(on, verb, stateIn)),
    ...(own === undefined ? { own: () => ways.terraformAlone(verb, stateIn) } : {}),
  };
  const withDbmon = {
    bound: once("bound", (on) => ways.bound(on, boundOf, atOnce)),
    dbmon: once("dbmon", (on) => ways.dbmon(on, verb)),
  };
  const hasTerraform = verb === "plan" || stateIn === "backend" || ways.count < tooManyForFile;
  const measures = {
    bound64: once("bound64", (on) => ways.bound(on, boundOf, most)),
    // To dbmon it is all one where Terraform keeps its state.
    ...(stateIn === "file" ? withDbmon : {}),
    ...(hasTerraform ? withTerraform : {}),
  };
  const { times, runs } = await inTurns<string>(measures, { most: rounds, budget: 10_000 });
  return { times: own === undefined ? times : { ...times, own }, runs, calls };
}

function rowOf(count: number, latency: number, verb: Verb, { times, runs, calls }: Cell): Row {
  const { bound, bound64 = NaN, dbmon, terraform, cdktf, own } = times;
  const lists = 1 + referredLists.length;
  const necessary =
    verb === "plan"
      ? { dbmon: lists + count, terraform: 1 + count }
      : { dbmon: lists + 1 + 2 * count, terraform: 2 * lists + 2 * count };
  const madeOf = (way: "dbmon" | "terraform") => `${calls.get(way) ?? "–"} of ${necessary[way]}`;
  return {
    count,
    latency,
    dbmon,
    bound,
    factor: dbmon === undefined || bound === undefined ? undefined : dbmon / bound,
    dbmonCalls: dbmon === undefined ? undefined : madeOf("dbmon"),
    terraform,
    own,
    bound64,
    terraformFactor: terraform === undefined || own === undefined ? undefined : terraform / (own + bound64),
    terraformCalls: terraform === undefined ? undefined : madeOf("terraform"),
    cdktf,
    runs: Math.min(...Object.values(runs)),
  };
}

interface Rows {
  readonly plan: Row[];
  readonly apply: Row[];
  /** Applies with the state in a backend. */
  readonly inBackend: Row[];
}

export const deploy: Benchmark = async ({ quick, tell }): Promise<Section> => {
  const rows: Rows = { plan: [], apply: [], inBackend: [] };
  for (const count of quick ? [10, 100] : [10, 100, 1_000, 5_000]) {
    const ways = await Ways.layOut(count);
    const filled = await startService();
    try {
      await ways.fill(filled);
      const row = async (into: keyof Rows, latency: number, setting: Setting) => {
        const verb = into === "plan" ? "plan" : "apply";
        const cell = await measured(ways, verb, verb === "plan" ? filled : undefined, latency, setting);
        rows[into].push(rowOf(count, latency, verb, cell));
        tell(`${verb} of ${count} alerts at ${latency} ms, state in a ${setting.stateIn}: ${told(cell)}`);
        return cell.times.own;
      };
      const withBackend = count >= manyForBackend || quick;
      for (const into of ["plan", "apply", ...(withBackend ? (["inBackend"] as const) : [])] as const) {
        let own: number | undefined;
        const stateIn = into === "inBackend" ? "backend" : "file";
        for (const latency of quick ? latencies.slice(0, 2) : latencies)
          own = await row(into, latency, { own, rounds: quick ? 1 : 3, stateIn });
      }
    } finally {
      await filled.stop();
      await ways.remove();
    }
  }
  return sectionOf(rows);
};

function told({ times }: Cell): string {
  return Object.entries(times)
    .map(([name, time]) => `${name} ${time.toFixed(0)} ms`)
    .join(", ");
}

function sectionOf(rows: Rows): Section {
  const all = [...rows.plan, ...rows.apply, ...rows.inBackend];
  const odd = all.flatMap(({ dbmonCalls, terraformCalls }) =>
    [dbmonCalls, terraformCalls].filter((calls) => calls !== undefined && !isExact(String(calls))),
  );
  const factors = (verb: Verb) =>
    rows[verb].filter(({ latency }) => latency === 20).map(({ factor }) => Number(factor));
  const far = [...rows.plan, ...rows.apply].filter(({ count, latency, terraformFactor }) => {
    return count === 1_000 && latency === 100 && terraformFactor !== undefined;
  });
  return {
    title: "Plan and apply",
    how: [
      "N alerts on a service that takes 0, 20 or 100 ms longer for each call. A plan finds all of them as they should be; an apply " +
        "creates them. Each way is timed as the process that a user starts, against the emulator in a process of its own.",
      `The bound makes just the necessary calls over kept-alive connections and does nothing else, also as a process: ${atOnce} calls, or ` +
        `alerts to create, at once, as \`dbmon\` has; and ${most} at once. Terraform has its default parallelism ` +
        "of 10. Its own share is as many `terraform_data`. Each is a median of up to 3 runs in turns; what has taken 10 seconds is not run again.",
      "Terraform keeps its state in a file beside the stack, which it writes whole after each resource it creates: its own share of an " +
        `apply grows with the square, and one of ${tooManyForFile} would take it minutes. So applies of many are measured again with the ` +
        "state in a backend (`http`, on this machine), as a team keeps it.",
    ],
    goals: [
      {
        what: "Calls made are the necessary ones, exactly",
        measured: odd.length === 0 ? "in every run" : odd.join(", "),
        isMet: odd.length === 0,
      },
      goalOfFactor("`dbmon plan` at 20 ms within 1.5x of the bound", factors("plan"), 1.5),
      goalOfFactor("`dbmon apply` at 20 ms within 1.5x of the bound", factors("apply"), 1.5),
      ...far.map((row) =>
        goalOfFactor(
          `${rows.plan.includes(row) ? "terraform plan" : "terraform apply"} of 1,000 at 100 ms within 1.5x of its own share and the bound at ${most}`,
          [Number(row.terraformFactor)],
          1.5,
        ),
      ),
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
