/** Formats the results as docs/internals/benchmarks.md. */
import { type Machine } from "./machine";
import { type Goal, type Section, type Table, type Unit } from "./results";

export interface Results {
  readonly machine: Machine;
  /** Whether some sections are from a run with `--quick`. */
  readonly isQuick: boolean;
  /** By the benchmark's name. */
  readonly sections: Readonly<Record<string, Section>>;
}

export function report({ machine, isQuick, sections }: Results): string {
  const { version, cpu, cores, memory, node, terraform, date } = machine;
  return [
    "# Benchmarks",
    `\`npm run bench\` last measured version ${version} on ${date}: ${cores} cores (${cpu}), ${memory} GiB, Node ${node}, Terraform ${terraform}. ` +
      "Times are medians of several runs. Each is compared to a lower bound, such as a process that makes only the necessary calls, in turns. " +
      "[bench/results.json](../../bench/results.json) has all results, and how each was measured. " +
      "`npm run bench -- --quick` runs all benchmarks with small numbers, and `--only startup,synth` selected ones.",
    ...(isQuick
      ? ["**These results are from a run with `--quick`. They do not show the actual performance.**"]
      : []),
    ...Object.entries(sections).flatMap(([name, { measured, ...one }]) =>
      section({
        ...one,
        tables: shownTables(name, one),
        ...(measured !== undefined && (measured.node !== node || measured.date !== date) ? { measured } : {}),
      }),
    ),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

/** The columns that the page shows, by benchmark and title of the table. Other tables are only in the results. */
const shownColumns: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  deploy: {
    Plan: ["count", "dbmon", "executable", "terraform"],
    Apply: ["count", "dbmon", "executable", "terraform"],
  },
  terraformCpu: { CPU: ["what", "cpu", "factor"] },
  peers: { Commands: ["command", "count", "own", "peer", "other", "factor", "compared"] },
  growth: { Factors: ["command", "grows", "count", "cpu", "cpuFactor", "memory", "memoryFactor"] },
};
/** The latency of the rows that the page shows. */
const shownLatencyMs = 20;

function shownTables(benchmark: string, { tables }: Section): Table[] {
  return tables.flatMap(({ title, columns, rows }) => {
    const keys = shownColumns[benchmark]?.[title];
    if (keys === undefined) return [];
    return {
      title,
      columns: columns.filter(({ key }) => keys.includes(key)),
      rows: rows.filter(({ latency = shownLatencyMs }) => latency === shownLatencyMs),
    };
  });
}

export function section({ title, goals, tables, plots = [], measured }: Section): string[] {
  return [
    `## ${title}`,
    ...(measured === undefined ? [] : [`Measured with Node ${measured.node} on ${measured.date}.`]),
    ...(goals.length === 0 ? [] : [goals.map(goal).join("\n")]),
    ...tables.flatMap((rows) => [`### ${rows.title}`, table(rows)]),
    ...plots.map((plot) => `![${plot.title}](../images/${plot.file}.svg)`),
  ];
}

function goal({ what, measured, isMet }: Goal): string {
  return `- ${isMet ? "Met" : "**Not met**"}: ${what}: ${measured}.`;
}

function table({ columns, rows }: Table): string {
  const cells = [
    columns.map(({ head, unit }) => (unit === "ms" || unit === "us" ? `${head}, ${nameOf[unit]}` : head)),
    columns.map(({ unit }) => (unit === "text" ? "---" : "---:")),
    ...rows.map((row) => columns.map(({ key, unit }) => formatValue(row[key], unit))),
  ];
  return cells.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const nameOf = { ms: "ms", us: "µs" } as const;

function formatValue(value: number | string | undefined, unit: Unit): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  switch (unit) {
    case "times":
      return `${value.toFixed(2)}x`;
    case "bytes":
      return `${(value / 2 ** 20).toLocaleString("en", { maximumFractionDigits: value < 2 ** 24 ? 1 : 0 })} MiB`;
    case "us":
      return value.toFixed(2);
    case "ms":
    case "count":
    case "text":
      return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
  }
}
