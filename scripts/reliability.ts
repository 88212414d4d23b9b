/**
 * `npm run test:faults`: everything of test/faults, on two workers. With `-- --write`, what came out goes to
 * docs/reliability.md. With `-- --seed N`, the random schedules are others.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as prettier from "prettier";
import { type FaultFigures, faultFigures } from "./fault-figures";

const root = resolve(__dirname, "..");
const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
});

function runTests(folder: string): boolean {
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  const { status } = spawnSync(process.execPath, [jest, "test/faults", "--maxWorkers=2"], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      DBMON_FAULTS: "all",
      DBMON_FAULTS_SEED: values.seed,
      DBMON_FAULTS_TALLY: folder,
    },
  });
  return status === 0;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-faults-"));
  try {
    const begun = Date.now();
    if (!runTests(folder)) {
      process.exitCode = 1;
      return;
    }
    const figures = readdirSync(folder).map((file) =>
      faultFigures.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    );
    const order = [...descriptions.keys()];
    figures.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    const [cpu] = cpus();
    const page = reliabilityPage(figures, {
      seed: values.seed,
      date: new Date().toISOString().slice(0, 10),
      minutes: Math.round((Date.now() - begun) / 60_000),
      machine: `${cpus().length} cores (${cpu?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    });
    const path = join(root, "docs", "reliability.md");
    const formatted = await prettier.format(page, {
      ...(await prettier.resolveConfig(path)),
      filepath: path,
    });
    if (values.write) writeFileSync(path, formatted);
    else console.log(formatted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Circumstances {
  readonly seed: string;
  readonly date: string;
  readonly minutes: number;
  readonly machine: string;
}

const descriptions = new Map([
  ["single-faults", "each kind of fault at each call of a run; names are unique"],
  ["single-faults-shared-names", "the same, where the service would let two alerts have one name"],
  ["random-faults", "several faults in up to three runs in a row, at random; names are unique"],
  ["random-faults-shared-names", "the same, where the service would let two alerts have one name"],
  ["killed", "the built command, killed with SIGKILL at each call, before and after it takes effect"],
  [
    "killed-provider",
    "an apply of Terraform; the provider, or both, killed with SIGKILL at each call, before and after it takes effect",
  ],
  ["two-at-once", "two runs of the same definitions at once: sessions, and commands"],
]);

function reliabilityPage(figures: readonly FaultFigures[], circumstances: Circumstances): string {
  const { seed, date, minutes, machine } = circumstances;
  const total = (of: (one: FaultFigures) => number) => figures.reduce((sum, one) => sum + of(one), 0);
  const kinds = new Map<string, number>();
  for (const [kind, count] of figures.flatMap(({ injected }) => Object.entries(injected))) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  const number = (value: number) => value.toLocaleString("en-US");
  const faults = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  const row = ({ name, schedules, runs, calls, violations }: FaultFigures) =>
    `| ${[descriptions.get(name) ?? name, number(schedules), number(runs), number(calls), violations].join(" | ")} |`;
  return `# Nothing lost, nothing doubled

\`dbmon apply\` and the engine below it write alerts in two steps to a service that can fail between any two bytes. These tests
hold them against every failure of that kind that we could think of. This page is written by
\`npm run test:faults -- --write\`.

## What is held

A run plans and carries out a set of definitions that needs everything a plan can hold: creations of both kinds, updates of
either half and of both, a rename, a rename whose old name is taken at once, swaps of names, a replacement, the completion of
an incomplete alert, a deletion. Beside them are alerts that nobody defines, with fields that nobody knows. The service is the
emulator, over HTTP, with an hour of waiting in no time. After the faulty runs comes one more, as a later process would do it,
a propagation window later. Held after each write, each run and in the end:

1. No two alerts ever have one name.
2. In the end there is what the definitions say, with its configuration, and a plan has nothing to do. An alert that was updated,
   renamed or swapped is still that alert, unknown fields included.
3. What nobody defines is as it was, to the last field.
4. What a run reports as done is so in the service when the run ends.
5. What is not as defined when a run ends was reported, with a reason.
6. A run never repeats a POST that took effect.
7. Whatever happens is told as a problem; nothing else is ever thrown.
8. No single cut, time-out, 429, 500, 502 or 503 makes a change fail.

Each holds with reads that show every write at once and with reads that are stale for a minute, and for plans that are carried out at once as for
plans that are kept and carried out by another process.

## Figures

${date}, seed ${seed}: ${number(total((one) => one.schedules))} schedules, ${number(total((one) => one.runs))} runs,
${number(faults)} faults, **${total((one) => one.violations)} violations**, in ${minutes} minutes on ${machine}.

| What | Schedules | Runs | Calls | Violations |
| --- | ---: | ---: | ---: | ---: |
${figures.map(row).join("\n")}

| Fault, before or after the call took effect | Times |
| --- | ---: |
${[...kinds]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([kind, count]) => `| ${kind} | ${number(count)} |`)
  .join("\n")}

## What cannot be known

- A list carries no sign of its length. Where two lists of one run leave out the same alert, one that was renamed is made anew,
  and the old one stays; the next plan warns of both. A single such list does no harm.
- A service that would let two alerts have one name gets a second one from a run that begins while reads are still stale after
  one that was killed. The service refuses such names, and the run then waits until it sees the alert.
- An alert that was deleted less than a propagation window before a run may still be listed, with its configuration. A run that
  wants just this alert takes it for the one it wants; the next plan sees that it is gone, and makes it again.
- A write that the service carries out later than a propagation window after its connection was cut is not looked for.
- Terraform writes its state file in place. Killed in the middle of that, it leaves an empty one; its backup, from before the
  apply, is enough to go on with.
- Two runs of one set of definitions at once may each report a failure where the other was first; the next run finds nothing
  to do, or does it.

## To repeat it

\`npm test\` holds a small part. \`npm run test:faults\` takes all of it; \`-- --seed N\` gives other random schedules. A schedule
that breaks a rule is made as small as it goes, and told with the command that runs it again:
\`DBMON_FAULTS_SCHEDULE='{...}' npx jest test/faults/replay.test.ts\`. \`test/faults/broken-engine.test.ts\` breaks the engine on
purpose and expects that it is noticed.
`;
}

void main();
