/**
 * Measures commands of other tools that do comparable work. BENCH_PEERS is a folder with their programs:
 *
 *     GOBIN=$BENCH_PEERS go install github.com/prometheus/prometheus/cmd/promtool@v0.316.0
 *     GOBIN=$BENCH_PEERS go install github.com/Mastercard/terraform-provider-restapi@latest
 *     python3 -m venv $BENCH_PEERS/python && $BENCH_PEERS/python/bin/pip install octodns
 *     ln -s python/bin/octodns-sync $BENCH_PEERS/octodns-sync
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildUsage, measureCommand } from "./growth/measure-command";
import { definitions, definitionsOf, each, liveAlerts, type World } from "./growth/world";
import { childrenMs, measureInTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

export const peerFolder = process.env["BENCH_PEERS"];

interface Comparison {
  /** The arguments of `dbmon`. */
  readonly command: string;
  readonly count: number;
  readonly world: World;
  readonly peer: string;
  readonly peerArguments: readonly string[];
  readonly peerFiles: Readonly<Record<string, string>>;
  readonly compared: string;
  /** The largest factor that meets the goal, if there is one. */
  readonly maxFactor?: number;
}

const testedAlerts = 1000;
/** The values of each test, and when its alert fires. An alert fires if its metric is above 30 for five minutes. */
const tests = [
  { values: "0x6 40x60", fires: "6m10s" },
  { values: "0x6 29x60", fires: undefined },
  { values: "40x20 0", fires: undefined },
];

function testedWorld(count: number): World {
  const alerts = each(count, (index) => ({
    name: `alert ${index}`,
    ...{ policy: 1, destinations: ["#db-alerts"] },
    threshold: { alert_level: "warn", metric: `metric.${index}`, trigger: 30, duration: 2, reset: 30 },
  }));
  const alertTests = each(count, (index) =>
    tests.map(({ values, fires }) => ({
      name: `alert ${index} with ${values}`,
      metrics: [{ host: "db1", metric: `metric.${index}`, every: "10s", values }],
      until: "10m",
      expect: { [`alert ${index}`]: fires === undefined ? [] : [{ fires }] },
    })),
  ).flat();
  const file = {
    definitions: "alerts.yaml",
    hosts: [{ name: "db1", type: "mysql" }],
    durations: { 2: "5m" },
  };
  return {
    files: {
      "alerts.yaml": definitionsOf(alerts),
      "alerts.test.yaml": JSON.stringify({ ...file, tests: alertTests }),
    },
  };
}

const promRules = (count: number, annotations: object = {}) =>
  JSON.stringify({
    groups: [
      {
        name: "alerts",
        rules: each(count, (index) => ({
          ...{ alert: `alert ${index}`, expr: `metric_${index} > 30`, for: "5m" },
          ...{ labels: { severity: "warn" }, annotations },
        })),
      },
    ],
  });

/** Each kind of values is one world with the values of all alerts: a world for each test takes a hundred times as long. */
const promTests = (count: number) =>
  JSON.stringify({
    rule_files: ["rules.yaml"],
    evaluation_interval: "10s",
    tests: tests.map(({ values, fires }) => ({
      interval: "10s",
      input_series: each(count, (index) => ({ series: `metric_${index}{host="db1"}`, values })),
      alert_rule_test: each(count, (index) => ({
        eval_time: "9m",
        alertname: `alert ${index}`,
        exp_alerts: fires === undefined ? [] : [{ exp_labels: { host: "db1", severity: "warn" } }],
      })),
    })),
  });

function octodnsFiles(count: number): Readonly<Record<string, string>> {
  const records = each(
    count,
    (index) => `alert-${index}: { type: A, ttl: 60, values: [10.0.${index >> 8}.${index & 255}] }\n`,
  ).join("");
  const provider = (directory: string) =>
    `  ${directory}: { class: octodns.provider.yaml.YamlProvider, directory: ./${directory}, enforce_order: false }\n`;
  return {
    "config.yaml": `providers:\n${provider("desired")}${provider("live")}zones:\n  example.com.: { sources: [desired], targets: [live] }\n`,
    "desired/example.com.yaml": records,
    "live/example.com.yaml": records,
  };
}

const comparisonsOf = (divisor: number): readonly Comparison[] => {
  const [tested, checked, planned] = [testedAlerts / divisor, 10_000 / divisor, 4000 / divisor];
  return [
    {
      command: "test",
      count: tests.length * tested,
      world: testedWorld(tested),
      peer: "promtool",
      peerArguments: ["test", "rules", "rules.test.yaml"],
      peerFiles: { "rules.yaml": promRules(tested), "rules.test.yaml": promTests(tested) },
      compared:
        "the same values of a metric, and when the alert of a thousand fires. promtool evaluates expressions, and all tests of one kind in one world; ours have a world each.",
      maxFactor: 0.5,
    },
    {
      command: "check alerts.yaml",
      count: checked,
      world: { files: definitions(checked) },
      peer: "promtool",
      peerArguments: ["check", "rules", "rules.yaml"],
      peerFiles: { "rules.yaml": promRules(checked, { summary: "Too slow" }) },
      compared:
        "alerts with a name, a condition and a level. promtool parses expressions and compares rules; `dbmon check` also compares what alerts cover.",
    },
    {
      command: "plan alerts.yaml",
      count: planned,
      world: { files: definitions(planned), seed: { alerts: liveAlerts(planned) } },
      peer: "octodns-sync",
      peerArguments: ["--config-file=config.yaml"],
      peerFiles: octodnsFiles(planned),
      compared:
        "names in sync, matched by name. octodns reads both sides from files; `dbmon` reads the live alerts with requests.",
    },
  ];
};

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
}

const script = '"$@" > output.txt 2>&1 || { tail -5 output.txt >&2; exit 1; }; times';

async function measurePeer(program: string, args: readonly string[], cwd: string): Promise<number> {
  const command = ["-c", script, "sh", program, ...args];
  const { stdout } = await promisify(execFile)("sh", command, { cwd });
  return childrenMs(stdout);
}

export const peers: Benchmark = async ({ quick, report }) => {
  if (peerFolder === undefined) throw new Error("Set BENCH_PEERS.");
  const rows: Row[] = [];
  const comparisons = comparisonsOf(quick ? 10 : 1);
  for (const { command, count, world, peer, peerArguments, peerFiles, compared } of comparisons) {
    const folder = mkdtempSync(join(tmpdir(), "dbmon-peers-"));
    try {
      buildUsage(folder);
      const peerProject = join(folder, "peer");
      writeFiles(peerProject, peerFiles);
      const program = join(peerFolder, peer);
      const measures = {
        own: async () => (await measureCommand(command, world, { folder })).cpuMs,
        other: () => measurePeer(program, peerArguments, peerProject),
      };
      const { times } = await measureInTurns(measures, { maxRounds: quick ? 1 : 5 });
      const ofPeer = `${peer} ${peerArguments.slice(0, 2).join(" ")}`;
      rows.push({ command, count, peer: ofPeer, ...times, factor: times.own / times.other, compared });
      report(`${command}: ${times.own.toFixed(0)} ms, ${ofPeer}: ${times.other.toFixed(0)} ms`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return {
    title: "Other tools",
    how: [
      "CPU time of whole commands, medians of five runs in turns. The time of the emulator is not counted.",
    ],
    goals: comparisons.flatMap(({ command, peer, maxFactor }, index) =>
      maxFactor === undefined
        ? []
        : goalOfFactor(
            `\`dbmon ${command}\` within ${maxFactor}x of ${peer}`,
            [Number(rows[index]?.["factor"])],
            maxFactor,
          ),
    ),
    tables: [
      {
        title: "Commands",
        columns: [
          { key: "command", head: "command", unit: "text" },
          { key: "count", head: "N", unit: "count" },
          { key: "own", head: "CPU", unit: "ms" },
          { key: "peer", head: "other tool", unit: "text" },
          { key: "other", head: "CPU", unit: "ms" },
          { key: "factor", head: "factor", unit: "times" },
          { key: "compared", head: "what is compared", unit: "text" },
        ],
        rows,
      },
    ],
  };
};
