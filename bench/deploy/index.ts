/** Plan and apply of many alerts, through each way to the service, beside what they cannot beat. */
import { inTurns, type Medians } from "../measure";
import { type Benchmark, type Row, type Section } from "../results";
import { referredLists } from "./alerts";
import { atOnce, most, type Rows, sectionOf, tooManyForFile, type Verb } from "./section";
import { type Service, startService } from "./service";
import { type StateIn, Ways } from "./ways";

const latencies = [0, 20, 100];
/** Fewer are nothing that a backend would make a difference to. */
const manyForBackend = 1_000;

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
    // By itself it takes many minutes to create so many, wherever the state is.
    ...(verb === "plan" || ways.count < tooManyForFile
      ? { cdktf: once("cdktf", (on) => ways.cdktf(on, verb, stateIn)) }
      : {}),
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
