/**
 * `npm run test:faults` runs test/faults on two workers. Options, after `--`:
 *
 * --write            writes the results to docs/internals/reliability.md
 * --seed N           selects other random schedules and sequences
 * --sequences COUNT  runs only random sequences of Terraform runs, with the seeds from N on
 * --reduce           reduces a failing sequence to a small one, which takes minutes
 * --provider FOLDER  runs the sequences with the provider of another build
 * --opentofu FILE    runs sequences with this engine too, 100 if --sequences is not given
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type FaultFigures, faultFigures } from "./fault-figures";
import { writeSection } from "./write-section";

const root = resolve(__dirname, "..");
const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    sequences: { type: "string" },
    reduce: { type: "boolean", default: false },
    provider: { type: "string" },
    opentofu: { type: "string" },
  },
});
const { provider, opentofu } = values;

const openTofuSequences = "100";

interface Tests {
  /** The folder for the figures. */
  readonly folder: string;
  /** Number of sequences, to run nothing else. */
  readonly sequences: string | undefined;
  /** Default: terraform. */
  readonly engine?: string;
}

function runTests({ folder, sequences, engine }: Tests): boolean {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  const tests = sequences === undefined ? "test/faults" : "test/faults/sequences.long.test.ts";
  const args = ["--config", "jest.long.config.js", tests, "--maxWorkers=2"];
  const { status } = spawnSync(process.execPath, [jest, ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      DBMON_FAULTS: "all",
      DBMON_FAULTS_SEED: values.seed,
      DBMON_FAULTS_FIGURES: folder,
      ...(sequences === undefined ? {} : { DBMON_FAULTS_SEQUENCES: sequences }),
      ...(values.reduce ? { DBMON_FAULTS_REDUCE: "1" } : {}),
      ...(provider === undefined ? {} : { DBMON_FAULTS_PROVIDER: resolve(provider) }),
      ...(engine === undefined ? {} : { TERRAFORM_BINARY_NAME: engine }),
    },
  });
  return status === 0;
}

function readFigures(folder: string): FaultFigures[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => faultFigures.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

/** Runs the tests, with OpenTofu too if it is given. @returns undefined if a test failed */
function collectFigures(folder: string): FaultFigures[] | undefined {
  const { sequences } = values;
  if (!runTests({ folder, sequences })) return undefined;
  const figures = readFigures(folder);
  if (opentofu === undefined) return figures;
  const ofOpenTofu = join(folder, "opentofu");
  mkdirSync(ofOpenTofu);
  if (!runTests({ folder: ofOpenTofu, sequences: sequences ?? openTofuSequences, engine: opentofu }))
    return undefined;
  return [...figures, ...readFigures(ofOpenTofu).map((one) => ({ ...one, name: `${one.name}-opentofu` }))];
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-faults-"));
  try {
    const startedAt = Date.now();
    const figures = collectFigures(folder);
    if (figures === undefined) {
      process.exitCode = 1;
      return;
    }
    if (values.sequences !== undefined) {
      console.log(figures);
      return;
    }
    const [cpu] = cpus();
    const content = figuresOf(figures, {
      seed: values.seed,
      date: new Date().toISOString().slice(0, 10),
      minutes: Math.round((Date.now() - startedAt) / 60_000),
      machine: `${cpus().length} cores (${cpu?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    });
    if (values.write) {
      await writeSection(join(root, "docs/internals/reliability.md"), "Figures of faults", content);
    } else console.log(content);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RunConditions {
  readonly seed: string;
  readonly date: string;
  readonly minutes: number;
  readonly machine: string;
}

/** The kinds of faults of test/faults, by what the run experiences. */
const faultGroups: Readonly<Record<string, RegExp>> = {
  "lost, hanging or late responses": /^(before|after): (cut|hang|late)$/,
  "errors of the service (4xx, 5xx)": /^(before|after): [45]\d\d( page)?$/,
  "requests to retry later (429, 503)": /, after (a date|seconds|too long)$/,
  "broken or incomplete responses": /^after: (200 page|cut in body|garbage|truncated|list of .*)$/,
  "Ctrl-C and SIGKILL": /Ctrl-C|interrupt|killed/,
};

/** The content of the section as Markdown. */
function figuresOf(figures: readonly FaultFigures[], conditions: RunConditions): string {
  const { seed, date, minutes, machine } = conditions;
  const total = (of: (one: FaultFigures) => number) => figures.reduce((sum, one) => sum + of(one), 0);
  const groups = new Map<string, number>();
  for (const [kind, count] of figures.flatMap(({ injected }) => Object.entries(injected))) {
    const [group = kind] = Object.entries(faultGroups).find(([, pattern]) => pattern.test(kind)) ?? [];
    groups.set(group, (groups.get(group) ?? 0) + count);
  }
  const number = (value: number) => value.toLocaleString("en-US");
  const faults = [...groups.values()].reduce((sum, count) => sum + count, 0);
  return `\`npm run test:faults -- --write\` writes this section.

${date}, seed ${seed}: ${number(total((one) => one.schedules))} schedules, ${number(total((one) => one.runs))} runs,
${number(faults)} faults, **${total((one) => one.violations)} violations**, in ${minutes} minutes on ${machine}.

Faults, before or after the call took effect: ${[...groups].map(([group, count]) => `${number(count)} ${group}`).join("; ")}.`;
}

void main();
