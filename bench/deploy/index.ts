/** Plan and apply of many alerts, through each way to the service, beside what they cannot beat. */
import { inTurns, type Medians } from "../measure";
import { type Benchmark, type Row, type Section } from "../results";
import { referredLists } from "./alerts";
import { atOnce, most, type Rows, type Kind, kinds, sectionOf, tooManyForFile } from "./section";
import { type Service, startService } from "./service";
import { Ways } from "./ways";

const latencies = [0, 20, 100];
/** Fewer are nothing that a backend would make a difference to. */
const manyForBackend = 1_000;

/** Times and calls of one row. */
interface Cell extends Medians<string> {
  readonly calls: ReadonlyMap<string, number>;
}

/** @param service with the alerts for a plan; an apply gets an empty one for each run */
async function measured(
  ways: Ways,
  { verb, stateIn }: Kind,
  service: Service | undefined,
  latency: number,
  rounds: number,
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
    own: () => ways.terraformAlone(verb, stateIn),
    terraform: once("terraform", (on) => ways.terraform(on, verb, stateIn)),
    // By itself it takes many minutes to create so many, wherever the state is.
    ...(verb === "plan" || ways.count < tooManyForFile
      ? { cdktf: once("cdktf", (on) => ways.cdktf(on, verb, stateIn)) }
      : {}),
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
  return { ...(await inTurns<string>(measures, { most: rounds, budget: 12_000 })), calls };
}

function rowOf(count: number, latency: number, verb: Kind["verb"], { times, runs, calls }: Cell): Row {
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
      for (const table of ["plan", "apply", "inBackend"] as const) {
        if (table === "inBackend" && count < manyForBackend && !quick) continue;
        for (const latency of quick ? latencies.slice(0, 2) : latencies) {
          const kind = kinds[table];
          const service = kind.verb === "plan" ? filled : undefined;
          const cell = await measured(ways, kind, service, latency, quick ? 1 : 3);
          rows[table].push(rowOf(count, latency, kind.verb, cell));
          tell(`${kind.verb} of ${count} alerts at ${latency} ms, state in a ${kind.stateIn}: ${told(cell)}`);
        }
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
