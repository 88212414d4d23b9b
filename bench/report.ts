/** Writes the page of all figures. */
import { type Machine } from "./machine";
import { type Goal, type Section, type Table, type Unit } from "./results";

export interface Results {
  readonly machine: Machine;
  /** Whether some of it was run with small numbers. */
  readonly isQuick: boolean;
  /** By the benchmark's name. */
  readonly sections: Readonly<Record<string, Section>>;
}

export function report({ machine, isQuick, sections }: Results): string {
  const { cpu, cores, memory, node, terraform, date } = machine;
  return [
    "# Benchmarks",
    `Written by \`npm run bench\` on ${date}: ${cores} cores (${cpu}), ${memory} GiB, Node ${node}, Terraform ${terraform}. ` +
      "Figures are medians of several runs, each beside what it cannot beat, measured in turns with it. The same figures are in " +
      "[bench/results.json](../bench/results.json). `npm run bench -- --quick` tries everything with small numbers, " +
      "`--only startup,synth` runs some of it.",
    ...(isQuick
      ? ["**These are of a run with `--quick`: they show what is measured, and not how fast it is.**"]
      : []),
    ...Object.values(sections).flatMap(section),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

export function section({ title, how, goals, tables, plots = [] }: Section): string[] {
  return [
    `## ${title}`,
    ...how,
    ...(goals.length === 0 ? [] : [goals.map(goal).join("\n")]),
    ...tables.flatMap((one) => [`### ${one.title}`, table(one)]),
    ...plots.map((plot) => `![${plot.title}](images/${plot.file}.svg)`),
  ];
}

function goal({ what, measured, isMet }: Goal): string {
  return `- ${isMet ? "Reached" : "**Not reached**"}: ${what}: ${measured}.`;
}

function table({ columns, rows }: Table): string {
  const cells = [
    columns.map(({ head, unit }) => (unit === "ms" || unit === "us" ? `${head}, ${nameOf[unit]}` : head)),
    columns.map(({ unit }) => (unit === "text" ? "---" : "---:")),
    ...rows.map((row) => columns.map(({ key, unit }) => shown(row[key], unit))),
  ];
  return cells.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const nameOf = { ms: "ms", us: "µs" } as const;

function shown(value: number | string | undefined, unit: Unit): string {
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
