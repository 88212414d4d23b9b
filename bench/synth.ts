/** Measures the synthesis of an app with N alerts: with the constructs of this package (L2), and with the generated classes (L1). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { App, TerraformStack } from "cdktf";
import { Alert, AlertConfig, AlertDefaults, DbmonProvider, Destination } from "../dist";
import { Alert as GeneratedAlert } from "../dist/constructs/generated/alert";
import { measureInTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

type Define = (stack: TerraformStack, count: number) => void;

const generated: Define = (stack, count) => {
  for (let index = 0; index < count; index++) {
    new GeneratedAlert(stack, `alert-${index}`, {
      name: `Alert ${index}`,
      policy: "1",
      destinations: ["1"],
      hostTypes: ["mysql"],
      threshold: { alertLevel: "crit", metric: "os.cpu.user_us", trigger: index, reset: 0, duration: "1" },
    });
  }
};

const constructs: Define = (stack, count) => {
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
};

function synthesize(define: Define, count: number): number {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  try {
    const startedAt = performance.now();
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "alerts");
    new DbmonProvider(stack, "dbmon");
    define(stack, count);
    app.synth();
    return performance.now() - startedAt;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export const synth: Benchmark = async ({ quick }) => {
  const rows: Row[] = [];
  for (const count of quick ? [1_000] : [1_000, 10_000]) {
    const measures = {
      generated: () => synthesize(generated, count),
      constructs: () => synthesize(constructs, count),
    };
    // The first round includes the compilation of the code.
    await measureInTurns(measures, { maxRounds: 1 });
    const { times } = await measureInTurns(measures, { maxRounds: quick ? 3 : 5 });
    rows.push({ count, ...times, factor: times.constructs / times.generated });
  }
  return {
    title: "Synthesis",
    how: [
      "An app with N alerts, from its first construct to its written files. Each process synthesizes the app once before the measurement.",
    ],
    goals: [
      goalOfFactor(
        "The constructs within 1.5x of the generated classes",
        rows.map(({ factor }) => Number(factor)),
        1.5,
      ),
    ],
    tables: [
      {
        title: "Times",
        columns: [
          { key: "count", head: "alerts", unit: "count" },
          { key: "constructs", head: "constructs (L2)", unit: "ms" },
          { key: "generated", head: "generated classes (L1)", unit: "ms" },
          { key: "factor", head: "factor", unit: "times" },
        ],
        rows,
      },
    ],
  };
};
