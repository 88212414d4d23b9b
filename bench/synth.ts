/**
 * `npm run bench:synth`: how long an app with N alerts takes from its first construct to its files, with the constructs of this
 * library and with the generated classes that they stand on.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { App, TerraformStack } from "cdktf";
import { Alert, AlertConfig, AlertDefaults, DbmonProvider, Destination } from "../dist";
import { Alert as GeneratedAlert } from "../dist/constructs/generated/alert";

const counts = [1_000, 10_000];
const runs = 5;

const kinds: Readonly<Record<string, (stack: TerraformStack, count: number) => void>> = {
  "generated classes": (stack, count) => {
    for (let index = 0; index < count; index++) {
      new GeneratedAlert(stack, `alert-${index}`, {
        name: `Alert ${index}`,
        policy: 1,
        destinations: [1],
        hostTypes: ["mysql"],
        threshold: { alertLevel: "crit", metric: "os.cpu.user_us", trigger: index, reset: 0, duration: 1 },
      });
    }
  },
  constructs: (stack, count) => {
    AlertDefaults.of(stack).set({ policy: 1, destinations: [Destination.fromId(1)] });
    for (let index = 0; index < count; index++) {
      new Alert(stack, `alert-${index}`, {
        name: `Alert ${index}`,
        config: AlertConfig.threshold({
          alertLevel: "crit",
          metric: "os.cpu.user_us",
          trigger: index,
          reset: 0,
          duration: 1,
          hostTypes: ["mysql"],
        }),
      });
    }
  },
};

function synthesise(define: (stack: TerraformStack, count: number) => void, count: number): number {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  try {
    const begun = performance.now();
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "alerts");
    new DbmonProvider(stack, "dbmon");
    define(stack, count);
    app.synth();
    return performance.now() - begun;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

for (const count of counts) {
  const medians = Object.entries(kinds).map(([kind, define]) => {
    synthesise(define, count);
    const times = Array.from({ length: runs }, () => synthesise(define, count)).sort((a, b) => a - b);
    const median = times[Math.floor(runs / 2)] ?? NaN;
    process.stdout.write(
      `${String(count).padStart(6)} alerts  ${kind.padEnd(18)} ${median.toFixed(0).padStart(6)} ms\n`,
    );
    return median;
  });
  process.stdout.write(
    `${"".padStart(6)}         times ${((medians[1] ?? NaN) / (medians[0] ?? NaN)).toFixed(2)}\n`,
  );
}
