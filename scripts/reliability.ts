/**
 * `npm run test:faults` runs test/faults on two workers. Options, after `--`:
 *
 * --write            writes the results to docs/reliability.md
 * --seed N           selects other random schedules and sequences
 * --sequences COUNT  runs only random sequences of Terraform runs, with the seeds from N on
 * --reduce           reduces a failing sequence to a small one, which takes minutes
 * --provider FOLDER  runs the sequences with the provider of another build
 * --opentofu FILE    runs sequences with this engine too, 100 if --sequences is not given
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as prettier from "prettier";
import { type FaultFigures, faultFigures } from "./fault-figures";

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
  const tests = sequences === undefined ? "test/faults" : "test/faults/sequences.test.ts";
  // The configuration of `npm test` ignores the long tests in test/faults/stories.
  const args = [tests, "--maxWorkers=2", "--testPathIgnorePatterns=/node_modules/"];
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
    const order = [...descriptions.keys()];
    figures.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    const [cpu] = cpus();
    const page = reliabilityPage(figures, {
      seed: values.seed,
      date: new Date().toISOString().slice(0, 10),
      minutes: Math.round((Date.now() - startedAt) / 60_000),
      machine: `${cpus().length} cores (${cpu?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    });
    const path = join(root, "docs", "reliability.md");
    // Written by npm run test:hostile.
    const [, hostileInput = ""] = readFileSync(path, "utf8").split(/^(?=## Hostile input$)/m);
    const formatted = await prettier.format(`${page}\n${hostileInput}`, {
      ...(await prettier.resolveConfig(path)),
      filepath: path,
    });
    if (values.write) writeFileSync(path, formatted);
    else console.log(formatted);
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

const descriptions = new Map([
  ["single-faults", "each kind of fault at each call of a run; unique names"],
  ["single-faults-shared-names", "the same, with a service that allows duplicate names"],
  ["random-faults", "several random faults in up to three consecutive runs; unique names"],
  ["random-faults-shared-names", "the same, with a service that allows duplicate names"],
  ["killed", "the built command, killed with SIGKILL at each call, before and after the call takes effect"],
  [
    "killed-provider",
    "terraform apply; the provider or both killed with SIGKILL at each call, before and after the call takes effect",
  ],
  ["two-at-once", "two concurrent runs of the same definitions: sessions and commands"],
  ["sequences", "random sequences of terraform runs with edits by hand, faults, Ctrl-C and SIGKILL"],
  ["sequences-opentofu", "the same, with OpenTofu"],
]);

function reliabilityPage(figures: readonly FaultFigures[], conditions: RunConditions): string {
  const { seed, date, minutes, machine } = conditions;
  const total = (of: (one: FaultFigures) => number) => figures.reduce((sum, one) => sum + of(one), 0);
  const kinds = new Map<string, number>();
  for (const [kind, count] of figures.flatMap(({ injected }) => Object.entries(injected))) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  const number = (value: number) => value.toLocaleString("en-US");
  const faults = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  const row = ({ name, schedules, runs, calls, violations }: FaultFigures) =>
    `| ${[descriptions.get(name) ?? name, number(schedules), number(runs), number(calls), violations].join(" | ")} |`;
  return `# Reliability

\`dbmon apply\` and its engine write alerts in two steps to a service that can fail at any point. These tests inject every kind of failure
at every call. \`npm run test:faults -- --write\` writes this page.

## Invariants

Each run plans and applies definitions that need every kind of change: creations of both kinds, updates of the alert, of its configuration and
of both, a rename, a rename whose old name another alert takes, name swaps, a replacement, the completion of an incomplete alert, and a
deletion. The environment also has unmanaged alerts with unknown fields. The service is the emulator, over HTTP, with a simulated clock. After the
runs with faults, a new process runs once without faults, one propagation window later. The tests check these invariants after each write, after
each run and at the end:

1. No two alerts have the same name.
2. At the end, the live alerts match the definitions, including configurations, and a plan has no changes. An alert that was updated, renamed or
   swapped keeps its id and its unknown fields.
3. Unmanaged alerts do not change in any field.
4. Every change that a run reports as done is done in the service when the run ends.
5. Every difference that remains when a run ends is reported with a reason.
6. A run never repeats a POST that took effect.
7. Every failure is reported as a problem. No other error is thrown.
8. A single lost connection, time-out, 429, 500, 502 or 503 does not make a change fail.

The tests run with current reads and with reads that are stale for one minute, and for plans that are applied at once and for saved plans that
another process applies.

### Sequences of Terraform runs

Random sequences of two to four applies run with the real \`terraform\`. Between the applies, names are handed on from alert to alert, swapped and
rotated, definitions move to other addresses, kinds change, a \`count\` list loses its first element, and the state file gets lost. People edit
managed and unmanaged alerts by hand, also between a plan and its apply. Reads are current, or stale for 0.9, 3 or 20 seconds. Names are unique or not.
\`existing_alerts\` is \`error\` or \`adopt\`. A fault, Ctrl-C or SIGKILL meets a call. Some alerts depend on a slow data source or resource, or use a
second provider block. Some applies have a \`-parallelism\` of 1 or 2. The tests check after every run:

1. No alert is under two addresses.
2. No two alerts have the same name. If the service allows duplicate names and reads are stale, a run that fails, or that follows an edit by hand, may
   leave two.
3. Unmanaged alerts do not change. With \`existing_alerts = "adopt"\`, a creation with the same name and kind may change one. If it is identical, it
   does not change.
4. An alert that terraform created is in the state. Only a run with a fault can lose it, and then the alert has the name of a definition.
5. An alert whose resource keeps its address and its kind keeps its id.
6. An alert leaves the state only when it is deleted.
7. A refused creation shows an import block with the id of the alert. A refusal in a plan also says how to destroy.
8. No output reports a defect of the provider.

At the end, and after half of the failed steps, **one more apply converges**: it succeeds, and every live alert matches its definition. If it refuses
names, the user first does what the errors say, at most once per name:

| The live alert with the refused name | What the user does |
| --- | --- |
| is unmanaged; the resource creates an alert | adds the import block, after \`terraform state rm\` if the state has the address, or applies once with \`DBMON_EXISTING_ALERTS=adopt\` |
| is unmanaged; the resource renames its alert | chooses another name |
| was renamed or deleted, and reads are stale | applies again after one window |
| has another name and another configuration than in the state | removes it from the state, and imports it; before a destroy, only removes it |
| is managed through the other provider block | applies with another name, and then with the name |

The last row is the only case with two applies: neither provider block sees the plan of the other one, so a name cannot be handed on
between them in one apply. The converging apply has Terraform's default parallelism. With a low one, an apply may refuse a name that another resource
of the run frees. A chain of more than ten renames may need one more apply. If more than nine names are refused, a plan shows some of them at a
time.

Then a plan after one propagation window has no changes, and \`terraform destroy\` deletes every managed alert and nothing else. In a fifth of the
sequences, it follows the last step at once. If an error of the plan blocks it, \`terraform destroy -refresh=false\` goes through.

## Figures

${date}, seed ${seed}: ${number(total((one) => one.schedules))} schedules, ${number(total((one) => one.runs))} runs,
${number(faults)} faults, **${total((one) => one.violations)} violations**, in ${minutes} minutes on ${machine}.

| Test | Schedules | Runs | Calls | Violations |
| --- | ---: | ---: | ---: | ---: |
${figures.map(row).join("\n")}

| Fault, before or after the call took effect | Count |
| --- | ---: |
${[...kinds]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([kind, count]) => `| ${kind} | ${number(count)} |`)
  .join("\n")}

## Known limits

- A list does not state its length. If two lists of one run omit the same renamed alert, the run creates a new alert, and the old one stays. The next
  plan warns of both. One incomplete list has no effect.
- If the service allowed two alerts with one name, a killed run, or a run after it, could create a second alert while reads are stale. The service
  refuses duplicate names, and the run then waits until the list contains the alert.
- An alert that was deleted less than one propagation window before a run may still be listed with its configuration. \`dbmon apply\` adopts it if a
  definition has its name, and the next plan detects that it is deleted, and creates it. \`terraform apply\` refuses the name for at most one window.
- With \`existing_alerts = "adopt"\`, one alert can get two addresses: if another provider block manages it; if the apply has a low \`-parallelism\`
  and deletes the alert later in the run; or if the alert was renamed less than one propagation window before, because Terraform before 1.16 does not
  say what its plan showed, and the list has the earlier name. The next plan reports the two addresses. The random sequences do not
  combine these.
- If ten or more creations wait for names, the plan refuses about nine of them at a time. The apply refuses the others.
- The run does not detect a write that the service executes more than one propagation window after the connection was lost.
- Terraform overwrites its state file in place. If it is killed during this write, the file is empty. Restore its backup from before the apply, and
  apply again.
- If two runs apply the same definitions at once, each can report a failure where the other was first. The next run has no changes, or completes
  them.

## Reproduce the results

\`npm test\` runs a small part of these tests, and \`npm run test:faults\` runs all of them. \`-- --seed N\` selects other random schedules. A failing
schedule is reduced to a minimal one, and reported with the command that replays it:
\`DBMON_FAULTS_SCHEDULE='{...}' npx jest test/faults/replay.test.ts\`. A failing sequence of Terraform runs is described step by step, with
its seed. \`npm run test:faults -- --sequences 1 --seed N\` replays it, and \`--reduce\` searches for a smaller one. \`test/faults/broken-engine.test.ts\` checks that the tests detect a broken
engine.
`;
}

void main();
