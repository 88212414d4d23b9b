/**
 * `npm run bench` runs the benchmarks, and writes docs/internals/benchmarks.md, its images and bench/results.json. `--only a,b` runs selected
 * benchmarks and keeps the results of the others. `--quick` uses small numbers and writes nothing unless `--write` is set.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { alerting } from "./alerting";
import { audit } from "./audit";
import { backtest } from "./backtest";
import { deploy } from "./deploy";
import { emulator } from "./emulator";
import { environments } from "./environments";
import { growth } from "./growth";
import { history } from "./history";
import { thisMachine } from "./machine";
import { mutants } from "./mutants";
import { peerFolder, peers } from "./peers";
import { draw } from "./plot";
import { propagation } from "./propagation";
import { reconciler } from "./reconciler";
import { report as formatReport, type Results, section } from "./report";
import { type Benchmark, type Section } from "./results";
import { startup } from "./startup";
import { synth } from "./synth";
import { terraformCpu } from "./terraform-cpu";

const benchmarks: Readonly<Record<string, Benchmark>> = {
  deploy,
  terraformCpu,
  propagation,
  reconciler,
  environments,
  alerting,
  backtest,
  history,
  audit,
  mutants,
  startup,
  growth,
  peers,
  emulator,
  synth,
};

const root = resolve(__dirname, "..");
const resultsFile = join(root, "bench/results.json");

const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(benchmarks).join() },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Formats the content with the prettier configuration of the file. */
async function writeFormatted(file: string, content: string): Promise<void> {
  writeFileSync(file, await format(content, { ...(await resolveConfig(file)), filepath: file }));
}

async function write(fresh: Readonly<Record<string, Section>>): Promise<void> {
  // This script wrote the file.
  const previous = existsSync(resultsFile)
    ? (JSON.parse(readFileSync(resultsFile, "utf8")) as Results)
    : undefined;
  const sections = Object.fromEntries(
    Object.keys(benchmarks).flatMap((name) => {
      const result = fresh[name] ?? previous?.sections[name];
      return result === undefined ? [] : [[name, result]];
    }),
  );
  const isComplete = Object.keys(benchmarks).every((name) => name in fresh);
  const isQuick = values.quick || (!isComplete && previous?.isQuick === true);
  const results: Results = { machine: thisMachine(), isQuick, sections };
  await writeFormatted(resultsFile, JSON.stringify(results));
  await writeFormatted(join(root, "docs/internals/benchmarks.md"), formatReport(results));
  for (const plot of Object.values(sections).flatMap(({ plots = [] }) => plots)) {
    writeFileSync(join(root, "docs/images", `${plot.file}.svg`), draw(plot));
  }
}

async function main(): Promise<void> {
  const names = values.only.split(",");
  const unknown = names.filter((name) => !(name in benchmarks));
  if (unknown.length > 0) {
    report(`Unknown benchmark: ${unknown.join(", ")}. Use one of ${Object.keys(benchmarks).join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  const fresh: Record<string, Section> = {};
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (!names.includes(name)) continue;
    if (benchmark === peers && peerFolder === undefined) {
      report("peers is skipped, because BENCH_PEERS is not set. bench/peers.ts describes it.");
      continue;
    }
    const startedAt = performance.now();
    const { node, date } = thisMachine();
    fresh[name] = { ...(await benchmark({ quick: values.quick, report })), measured: { node, date } };
    report(`${name} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    process.stdout.write(`${section(fresh[name]).join("\n\n")}\n\n`);
  }
  if (!values.quick || values.write) await write(fresh);
}

void main();
