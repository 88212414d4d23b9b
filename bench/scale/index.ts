/** Measures commands with 10,000 and 100,000 alerts: time, CPU time and memory, compared to a process that makes the same calls. */
import { type TerraformFolder } from "../../test/support/terraform";
import { median } from "../measure";
import { type Benchmark, type Goal, goalOfFactor, type Options, type Row } from "../results";
import { type Measured, Processes } from "./processes";
import { withAlerts, withBaseline } from "./terraform";

const mebibyte = 2 ** 20;
const commands: Readonly<Record<string, readonly string[]>> = {
  "`dbmon plan`, no changes": ["plan", "alerts"],
  "`dbmon drift`, no changes": ["drift", "alerts"],
  "`dbmon apply` of one change": ["apply", "changed", "--yes"],
  "`dbmon export`": ["export", "--to", "yaml", "--out", "exported"],
};
const [planOnly = ""] = Object.keys(commands);

export const scale: Benchmark = async (options) => {
  const [small, large] = options.quick ? [1_000, 2_000] : [10_000, 100_000];
  const rows = [
    ...(await measureCommands(options, small, Object.keys(commands))),
    ...(await measureCommands(options, large, [planOnly])),
  ];
  const terraformRow = await measureTerraform(options, small);
  return {
    title: "Scale",
    how: [
      "Commands with many alerts, without latency. A separate process serves prepared responses, which needs less time than an emulator. " +
        "The lower bound makes the calls of the plan over keep-alive connections, 16 at a time, and ignores the responses.",
      "CPU time is that of the process in user and system mode. Memory is the peak of the resident memory of one run.",
      "For `terraform plan`, the lower bound is the sum of the plan of as many `terraform_data` resources and of the calls, and the " +
        "memory is that of the provider.",
    ],
    goals: [
      goalOfFactor(
        "Time of the command within 2x of the lower bound",
        rows.map(({ factor }) => Number(factor)),
        2,
      ),
      goalOfFactor(
        "CPU time of the command within 2x of the lower bound",
        rows.map(({ cpuFactor }) => Number(cpuFactor)),
        2,
      ),
      goalOfFactor("`terraform plan` within 2x of its lower bound", [Number(terraformRow["factor"])], 2),
      memoryGoal(rows, small, 256),
      memoryGoal(rows, large, 1024),
    ],
    tables: [
      {
        title: "Commands",
        columns: [
          { key: "count", head: "alerts", unit: "count" },
          { key: "command", head: "command", unit: "text" },
          { key: "time", head: "time", unit: "ms" },
          { key: "bound", head: "bound", unit: "ms" },
          { key: "factor", head: "factor", unit: "times" },
          { key: "cpu", head: "CPU time", unit: "ms" },
          { key: "boundCpu", head: "CPU time of the bound", unit: "ms" },
          { key: "cpuFactor", head: "factor", unit: "times" },
          { key: "memory", head: "memory", unit: "bytes" },
        ],
        rows: [...rows, terraformRow],
      },
    ],
  };
};

function memoryGoal(rows: readonly Row[], count: number, limit: number): Goal {
  const worst = Math.max(...rows.filter((row) => row["count"] === count).map(({ memory }) => Number(memory)));
  return {
    what: `Memory of the command with ${count.toLocaleString("en")} alerts below ${limit.toLocaleString("en")} MiB`,
    measured: `${Math.round(worst / mebibyte)} MiB at worst`,
    isMet: worst < limit * mebibyte,
  };
}

async function measureCommands(
  { quick, report }: Options,
  count: number,
  names: readonly string[],
): Promise<Row[]> {
  const processes = await Processes.start(count);
  try {
    const bounds: Measured[] = [];
    const measured = new Map<string, Measured[]>(names.map((name) => [name, []]));
    for (let round = 0; round < (quick || count > 10_000 ? 1 : 5); round++) {
      for (const [name, runs] of measured) {
        bounds.push(await processes.bound());
        runs.push(await processes.dbmon(...(commands[name] ?? [])));
        report(`${name} with ${count}, round ${round + 1}`);
      }
    }
    return [...measured].map(([command, runs]) => rowOf(count, command, summarize(runs), summarize(bounds)));
  } finally {
    await processes.stop();
  }
}

async function measureTerraform({ report }: Options, count: number): Promise<Row> {
  const processes = await Processes.start(count);
  const folder = await withAlerts(count);
  const baseline = await withBaseline(count);
  try {
    const bound = await processes.bound();
    const alone = await processes.measure(() => planWithoutChanges(baseline, {}));
    report(`terraform alone with ${count}`);
    const measured = await processes.measure(() => planWithoutChanges(folder, processes.environment));
    report(`terraform plan with ${count}`);
    return rowOf(count, "`terraform plan`, no changes", measured, { ...bound, ms: bound.ms + alone.ms });
  } finally {
    folder.remove();
    baseline.remove();
    await processes.stop();
  }
}

async function planWithoutChanges(
  folder: TerraformFolder,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const { code, text } = await folder.run(["plan", "-detailed-exitcode", "-input=false"], environment);
  if (code !== 0) throw new Error(`terraform plan exited with ${code}: ${text.slice(0, 2_000)}`);
}

function summarize(runs: readonly Measured[]): Measured {
  return {
    ms: median(runs.map(({ ms }) => ms)),
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
    maxBytes: Math.max(...runs.map(({ maxBytes }) => maxBytes)),
  };
}

function rowOf(count: number, command: string, measured: Measured, bound: Measured): Row {
  return {
    count,
    command,
    time: measured.ms,
    bound: bound.ms,
    factor: measured.ms / bound.ms,
    cpu: measured.cpuMs,
    boundCpu: bound.cpuMs,
    cpuFactor: measured.cpuMs / bound.cpuMs,
    memory: measured.maxBytes,
  };
}
