/**
 * Draws the drift plan of the demo as docs/images/plan.svg, for the README:
 * `npm run --silent demo | npx tsx scripts/plan-picture.ts > docs/images/plan.svg`.
 */
import { text } from "node:stream/consumers";
import { drawLines } from "./picture";

const colors = { "~": "#e3b341", "+": "#3fb950", "-": "#f85149" } as const;

function planLinesOf(demo: string): string[] {
  const after = demo.split(/^\d+\. Detect the drift with a plan.*$/m)[1]?.split(/^\d+\. /m)[0];
  if (after === undefined) throw new Error("The input is not the output of `npm run demo`.");
  const lines = after.split("\n").filter((line) => /^ {3}[|$]/.test(line));
  return lines.map((line) => (line.startsWith("   |") ? line.slice(5) : `$ ${line.slice(5)}`));
}

function colorOf(line: string): string {
  const sign = /^\s*([~+-]) /.exec(line)?.[1];
  if (sign === "~" || sign === "+" || sign === "-") return colors[sign];
  return line.startsWith("$") ? "#8b949e" : "#e6edf3";
}

async function main(): Promise<void> {
  const lines = planLinesOf(await text(process.stdin)).map((line) => ({ text: line, color: colorOf(line) }));
  process.stdout.write(drawLines("A Terraform plan that reverts a manual change", lines));
}

void main();
