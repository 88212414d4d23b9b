/** Plots of the times of plan and apply, by number of alerts and by latency. */
import { type Line, type Plot, type Row } from "../results";

const lines = [
  { key: "dbmon", name: "dbmon" },
  { key: "bound", name: "lower bound of dbmon", isBound: true },
  { key: "terraform", name: "terraform" },
  { key: "own", name: "terraform alone", isBound: true },
  { key: "cdktf", name: "cdktf" },
] as const;

export function plotsOf(rows: Readonly<Record<"plan" | "apply", readonly Row[]>>): Plot[] {
  return (["plan", "apply"] as const).flatMap((verb) => {
    const largest = Math.max(...rows[verb].map(({ count }) => Number(count)));
    const at20 = rows[verb].filter(({ latency }) => latency === 20);
    const ofLargest = rows[verb].filter(({ count }) => count === largest);
    return [
      {
        file: `bench-${verb}-alerts`,
        title: `${verb} at 20 ms per call, by number of alerts`,
        x: { label: "alerts", isLogarithmic: true },
        lines: linesOf(at20, "count"),
      },
      {
        file: `bench-${verb}-latency`,
        title: `${verb} of ${largest.toLocaleString("en")} alerts, by latency`,
        x: { label: "latency per call, ms", isLogarithmic: false },
        lines: linesOf(ofLargest, "latency"),
      },
    ];
  });
}

function linesOf(rows: readonly Row[], x: "count" | "latency"): Line[] {
  return lines.map(({ key, ...line }) => ({
    ...line,
    points: rows.flatMap((row) =>
      row[key] === undefined ? [] : [[Number(row[x]), Number(row[key])] as const],
    ),
  }));
}
