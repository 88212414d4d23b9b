/** Times plan and apply of many alerts with dbmon, terraform and cdktf, and the lower bounds. */
import { measureInTurns, type Medians } from "../measure";
import { type Benchmark, type Row, type Section } from "../results";
import { referenceLists } from "./alerts";
import { dbmonConcurrency, maxConcurrency, type Rows, sectionOf, type Verb, verbs } from "./section";
import { type Service, startService } from "./service";
import { Tools } from "./tools";

const latencies = [0, 20, 100];
/** cdktf takes a minute to create more. */
const maxForCdktfApply = 100;

/** Times and number of calls of one row. */
interface Cell extends Medians<string> {
  readonly calls: ReadonlyMap<string, number>;
}

/** @param service contains the alerts for a plan; undefined for an apply, which gets an empty service for each run */
async function measure(
  tools: Tools,
  verb: Verb,
  service: Service | undefined,
  latency: number,
  rounds: number,
): Promise<Cell> {
  const calls = new Map<string, number>();
  const once = (name: string, work: (service: Service) => Promise<number>) => async () => {
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
  const operation = verb === "plan" ? "plan" : "create";
  const measures = {
    bound64: once("bound64", (on) => tools.bound(on, operation, maxConcurrency)),
    bound: once("bound", (on) => tools.bound(on, operation, dbmonConcurrency)),
    dbmon: once("dbmon", (on) => tools.dbmon(on, verb)),
    executable: once("executable", (on) => tools.executable(on, verb)),
    baseline: () => tools.terraformAlone(verb),
    terraform: once("terraform", (on) => tools.terraform(on, verb)),
    terraformExecutable: once("terraformExecutable", (on) => tools.terraformWithExecutable(on, verb)),
    ...(verb === "plan" || tools.count <= maxForCdktfApply
      ? { cdktf: once("cdktf", (on) => tools.cdktf(on, verb)) }
      : {}),
  };
  return { ...(await measureInTurns<string>(measures, { maxRounds: rounds, budgetMs: 12_000 })), calls };
}

function rowOf(count: number, latency: number, verb: Verb, { times, runs, calls }: Cell): Row {
  const { bound, bound64 = NaN, dbmon, executable, terraform, terraformExecutable, cdktf, baseline } = times;
  const lists = 1 + referenceLists.length;
  const necessary =
    verb === "plan"
      ? { dbmon: lists + count, terraform: 1 + count }
      : { dbmon: lists + 1 + 2 * count, terraform: 2 * lists + 2 * count };
  const callsOf = (tool: "dbmon" | "terraform") => `${calls.get(tool) ?? "–"} of ${necessary[tool]}`;
  return {
    count,
    latency,
    dbmon,
    bound,
    factor: dbmon === undefined || bound === undefined ? undefined : dbmon / bound,
    executable,
    executableFactor: executable === undefined || bound === undefined ? undefined : executable / bound,
    dbmonCalls: dbmon === undefined ? undefined : callsOf("dbmon"),
    terraform,
    terraformExecutable,
    own: baseline,
    bound64,
    terraformFactor:
      terraform === undefined || baseline === undefined ? undefined : terraform / (baseline + bound64),
    terraformCalls: terraform === undefined ? undefined : callsOf("terraform"),
    cdktf,
    runs: Math.min(...Object.values(runs)),
  };
}

export const deploy: Benchmark = async ({ quick, report }): Promise<Section> => {
  const rows: Rows = { plan: [], apply: [] };
  for (const count of quick ? [10, 100] : [10, 100, 1_000]) {
    const tools = await Tools.create(count);
    const filled = await startService();
    try {
      await tools.fill(filled);
      for (const verb of verbs) {
        for (const latency of quick ? latencies.slice(0, 2) : latencies) {
          const service = verb === "plan" ? filled : undefined;
          const cell = await measure(tools, verb, service, latency, quick ? 1 : 3);
          rows[verb].push(rowOf(count, latency, verb, cell));
          report(`${verb} of ${count} alerts at ${latency} ms: ${describeTimes(cell)}`);
        }
      }
    } finally {
      await filled.stop();
      tools.remove();
    }
  }
  return sectionOf(rows);
};

function describeTimes({ times }: Cell): string {
  return Object.entries(times)
    .map(([name, time]) => `${name} ${time.toFixed(0)} ms`)
    .join(", ");
}
