/**
 * Draws the drift plan of the demo as docs/images/plan.svg, for the README:
 * `npm run --silent demo | npx tsx scripts/plan-picture.ts > docs/images/plan.svg`.
 */
import { text } from "node:stream/consumers";

const characterWidth = 8.43;
const lineHeight = 20;
const margin = 20;
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

function escaped(line: string): string {
  return line.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function draw(lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const rows = lines.map((line, index) => {
    const y = margin + (index + 0.75) * lineHeight;
    return `  <text x="${margin}" y="${y}" fill="${colorOf(line)}" xml:space="preserve">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    `  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" role="img">`,
    `  <title>A Terraform plan that reverts a manual change</title>`,
    `  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...rows,
    `</svg>`,
    ``,
  ].join("\n");
}

async function main(): Promise<void> {
  process.stdout.write(draw(planLinesOf(await text(process.stdin))));
}

void main();
