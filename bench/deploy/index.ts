/** Plan and apply of many alerts, through each way to the service, beside what they cannot beat. */
import { inTurns, type Medians } from "../measure";
import { type Benchmark, goalOfFactor, type Row, type Section } from "../results";
import { referredLists } from "./alerts";
import { plotsOf } from "./plots";
import { type Service, startService } from "./service";
import { StateMaker } from "./state";
import { Ways } from "./ways";

/** The client's own limit, which is also how many changes `dbmon apply` carries out at a time. */
const atOnce = 16;
/** The limit that the goal for terraform names. */
const most = 64;
const latencies = [0, 20, 100];
/** Terraform writes its whole state after each resource: by itself it takes minutes for so many. */
const tooManyToApply = 5_000;

type Verb = "plan" | "apply";

/** Times and calls of one row. */
interface Cell extends Medians<string> {
  readonly calls: ReadonlyMap<string, number>;
}

/** @param service with the alerts for a plan; an apply gets an empty one for each run */
async function measured(
  ways: Ways,
  verb: Verb,
  service: Service | undefined,
  latency: number,
  { own, rounds }: { readonly own: number | undefined; readonly rounds: number },
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
  const hasTerraform = verb === "plan" || ways.count < tooManyToApply;
  const measures = {
    bound: once("bound", (on) => ways.bound(on, boundOf, atOnce)),
    bound64: once("bound64", (on) => ways.bound(on, boundOf, most)),
    dbmon: once("dbmon", (on) => ways.dbmon(on, verb)),
    ...(hasTerraform ? { terraform: once("terraform", (on) => ways.terraform(on, verb)) } : {}),
    ...(ways.count < tooManyToApply ? { cdktf: once("cdktf", (on) => ways.cdktf(on, verb)) } : {}),
    ...(hasTerraform && own === undefined ? { own: () => ways.terraformAlone(verb) } : {}),
  };
  const { times, runs } = await inTurns<string>(measures, { most: rounds, budget: 10_000 });
  return { times: own === undefined ? times : { ...times, own }, runs, calls };
}

function rowOf(count: number, latency: number, verb: Verb, { times, runs, calls }: Cell): Row {
  const { bound = NaN, bound64 = NaN, dbmon = NaN, terraform, cdktf, own } = times;
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
    factor: dbmon / bound,
    dbmonCalls: madeOf("dbmon"),
    terraform,
    own,
    bound64,
    terraformFactor: terraform === undefined || own === undefined ? undefined : terraform / (own + bound64),
    terraformCalls: terraform === undefined ? undefined : madeOf("terraform"),
    cdktf,
    runs: Math.min(...Object.values(runs)),
  };
}

export const deploy: Benchmark = async ({ quick, tell }): Promise<Section> => {
  const rows: Record<Verb, Row[]> = { plan: [], apply: [] };
  const rounds = quick ? 1 : 3;
  const first = await startService();
  const states = await StateMaker.make(first).finally(() => first.stop());
  for (const count of quick ? [10, 100] : [10, 100, 1_000, 5_000]) {
    const ways = new Ways(count, states);
    const filled = await startService();
    try {
      // One after the other, so that ids are in order.
      await ways.bound(filled, "create", 1);
      for (const verb of ["plan", "apply"] as const) {
        // Terraform's own share knows no latency.
        let own: number | undefined;
        for (const latency of quick ? latencies.slice(0, 2) : latencies) {
          const cell = await measured(ways, verb, verb === "plan" ? filled : undefined, latency, {
            own,
            rounds,
          });
          own = cell.times.own;
          rows[verb].push(rowOf(count, latency, verb, cell));
          tell(`${verb} of ${count} alerts at ${latency} ms: ${told(cell)}`);
        }
      }
    } finally {
      await filled.stop();
      ways.remove();
    }
  }
  return sectionOf(rows);
};

function told({ times }: Cell): string {
  return Object.entries(times)
    .map(([name, time]) => `${name} ${time.toFixed(0)} ms`)
    .join(", ");
}

function sectionOf(rows: Readonly<Record<Verb, readonly Row[]>>): Section {
  const all = [...rows.plan, ...rows.apply];
  const odd = all.flatMap(({ dbmonCalls, terraformCalls }) =>
    [dbmonCalls, terraformCalls].filter((calls) => calls !== undefined && !isExact(String(calls))),
  );
  const factors = (verb: Verb) =>
    rows[verb].filter(({ latency }) => latency === 20).map(({ factor }) => Number(factor));
  const far = all.filter(({ count, latency, terraformFactor }) => {
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
      `An apply of ${tooManyToApply} alerts is not measured with terraform: it writes its whole state after each resource, so that its own share ` +
        "grows with the square. For its plans the state is laid out beforehand.",
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
    tables: (["plan", "apply"] as const).map((verb) => ({
      title: verb === "plan" ? "Plan" : "Apply",
      columns: [
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
      ],
      rows: rows[verb],
    })),
    plots: plotsOf(rows),
  };
}

function isExact(calls: string): boolean {
  const [made, necessary] = calls.split(" of ");
  return made === necessary;
}
