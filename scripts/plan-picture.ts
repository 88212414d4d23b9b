/** Draws a plan with its consequences as docs/images/plan.svg, for the README. `npm run pictures` runs it. It needs a build. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { cleanSeed, ServiceEmulator } from "../src/emulator";
import { events, now } from "./picture-reports/shop-alerts";

const characterWidth = 8.43;
const lineHeight = 20;
const margin = 20;
const command = resolve(__dirname, "../dist/cli/main.js");
const clockFile = join(__dirname, "picture-reports/fixed-clock.cjs");

const definitions = (trigger: number, categories: string) => `alerts:
  - name: Replication is late
    policy: At most once an hour
    destinations: ["#db-alerts"]
    host_types: [mysql]
    threshold: { alert_level: warn, metric: mysql.repl.seconds_behind_master, trigger: ${trigger}, duration: 5 minutes, reset: 10 }
  - name: Deployments
    policy: Every time
    destinations: [DBA team mail]
    event: { categories: [${categories}] }
`;

const colors = { "~": "#e3b341", "+": "#3fb950", "-": "#f85149" } as const;

function colorOf(line: string): string {
  const sign = /^\s*([~+-]) /.exec(line)?.[1];
  if (sign === "~" || sign === "+" || sign === "-") return colors[sign];
  return line.startsWith("$") ? "#8b949e" : "#e6edf3";
}

/** Of the alert "Replication is late", on the replica. */
const firings = [1, 3, 8].map((days): (typeof events)[number] => ({
  start: Math.floor(now / 1000) - days * 86_400,
  type: "Threshold Alert",
  message:
    "Metric mysql.repl.seconds_behind_master at 75, greater than trigger threshold of 60 for 300 seconds",
  host: 5,
  level: "warn",
  duration: 0,
  uuid: days.toString(16).padStart(32, "f"),
  digest: "1",
}));

async function planLines(folder: string): Promise<string[]> {
  const clock = { now: () => now };
  const seed = { ...cleanSeed(clock), alerts: [], events: [...events, ...firings] };
  const emulator = await ServiceEmulator.start({ seed, propagationSeconds: 0, clock });
  try {
    const dbmon = (...args: string[]) => {
      const child = spawn(process.execPath, ["--require", clockFile, command, ...args], {
        cwd: folder,
        env: {
          PATH: process.env["PATH"],
          FIXED_TIME: String(now),
          DBMON_BASE_URL: emulator.url,
          DBMON_API_TOKEN: emulator.token,
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      return text(child.stdout);
    };
    const write = (content: string) => {
      writeFileSync(join(folder, "alerts.yaml"), content);
    };
    write(definitions(60, "code deployment"));
    await dbmon("apply", "--yes");
    write(definitions(90, "code deployment, load test"));
    const output = await dbmon("plan", "--backtest", "--since", "14d");
    const lines = output.split("\n").filter((line) => !line.startsWith("Service: "));
    return ["$ dbmon plan --backtest --since 14d", ...lines.slice(0, -1)];
  } finally {
    await emulator.stop();
  }
}

interface PictureLine {
  readonly text: string;
  /** CSS color of the text. */
  readonly color: string;
}

/** Draws lines of monospaced text as an SVG picture with a dark background. */
function drawLines(title: string, lines: readonly PictureLine[]): string {
  const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const rows = lines.map(({ text, color }, index) => {
    const y = margin + (index + 0.75) * lineHeight;
    return `  <text x="${margin}" y="${y}" fill="${color}" xml:space="preserve">${escaped(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    `  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...rows,
    `</svg>`,
    ``,
  ].join("\n");
}

function escaped(line: string): string {
  return line.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-picture-"));
  try {
    const lines = (await planLines(folder)).map((line) => ({ text: line, color: colorOf(line) }));
    process.stdout.write(drawLines("A plan with its consequences", lines));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
