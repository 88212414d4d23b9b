/** Draws a plot as SVG. Its background is white, so that it is readable on a page of any color. */
import { type Line, type Plot } from "./results";

const width = 740;
const height = 400;
const frame = { left: 70, right: 190, top: 44, bottom: 52 };
const colors = ["#0969da", "#0969da", "#8250df", "#8250df", "#bc4c00", "#1a7f37"];

interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

function linear(from: number, to: number, max: number): Scale {
  const step = max / 5;
  return {
    at: (value) => from + (value / max) * (to - from),
    ticks: Array.from({ length: 6 }, (_, index) => Math.round(index * step)),
  };
}

function logarithmic(from: number, to: number, values: readonly number[]): Scale {
  const minExponent = Math.floor(Math.log10(Math.min(...values)));
  const maxExponent = Math.max(Math.ceil(Math.log10(Math.max(...values))), minExponent + 1);
  return {
    at: (value) => from + ((Math.log10(value) - minExponent) / (maxExponent - minExponent)) * (to - from),
    ticks: Array.from({ length: maxExponent - minExponent + 1 }, (_, index) => 10 ** (minExponent + index)),
  };
}

export function draw({ title, x, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([value]) => value);
  const [left, right] = [frame.left, width - frame.right];
  const horizontal = x.isLogarithmic ? logarithmic(left, right, xs) : linear(left, right, Math.max(...xs));
  const vertical = logarithmic(
    height - frame.bottom,
    frame.top,
    points.map(([, value]) => value),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    `  font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  <rect width="100%" height="100%" fill="#ffffff"/>`,
    text(left, 24, title, `font-size="15" font-weight="600"`),
    ...vertical.ticks.flatMap((tick) => [
      `  <path d="M${left} ${round(vertical.at(tick))}H${right}" stroke="#d8dee4"/>`,
      text(left - 8, vertical.at(tick) + 4, duration(tick), `text-anchor="end"`),
    ]),
    ...horizontal.ticks.map((tick) =>
      text(
        horizontal.at(tick),
        height - frame.bottom + 18,
        tick.toLocaleString("en"),
        `text-anchor="middle"`,
      ),
    ),
    text((left + right) / 2, height - 12, x.label, `text-anchor="middle"`),
    ...lines
      .filter((line) => line.points.length > 0)
      .flatMap((line) => drawLine(line, lines, horizontal, vertical)),
    ...legend(lines, right + 16),
    "</svg>",
    "",
  ].join("\n");
}

function drawLine(line: Line, lines: readonly Line[], horizontal: Scale, vertical: Scale): string[] {
  const color = colorOf(line, lines);
  const points = line.points.map(([x, y]) => [round(horizontal.at(x)), round(vertical.at(y))] as const);
  const path = points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  return [
    `  <path d="${path}" fill="none" stroke="${color}" stroke-width="2"${dashes(line)}/>`,
    ...(line.isBound === true
      ? []
      : points.map(([x, y]) => `  <circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`)),
  ];
}

function legend(lines: readonly Line[], left: number): string[] {
  return lines
    .filter(({ points }) => points.length > 0)
    .flatMap((line, index) => {
      const y = frame.top + 10 + index * 20;
      const stroke = `stroke="${colorOf(line, lines)}" stroke-width="2"${dashes(line)}`;
      return [`  <path d="M${left} ${y - 4}h20" ${stroke}/>`, text(left + 26, y, line.name, "")];
    });
}

function dashes({ isBound }: Line): string {
  return isBound === true ? ` stroke-dasharray="5 4"` : "";
}

function colorOf(line: Line, lines: readonly Line[]): string {
  return colors[lines.indexOf(line) % colors.length] ?? "#1f2328";
}

function text(x: number, y: number, content: string, more: string): string {
  return `  <text x="${round(x)}" y="${round(y)}" fill="#1f2328" ${more}>${escaped(content)}</text>`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toLocaleString("en")} s`;
}

function escaped(content: string): string {
  return content.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
