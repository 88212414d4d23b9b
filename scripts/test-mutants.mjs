/**
 * `npm run test:mutants` changes the pure modules line by line (mutants), and runs the tests of the module on each change. It ends with an
 * error if the tests of a module notice less than 85 % of its mutants. To select modules, append their names:
 *
 *     npm run test:mutants -- alerting reconcile
 *
 * Results are stored in .stryker/, so that the next run repeats only what changed. To start over, delete that folder.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";

const minScore = 85;

/** The modules without I/O. The tests of a module are below test/, under its name. */
const modules = ["plan-document", "alerting", "impact", "reconcile", "alert-tests", "definitions"];

/** Tests that start processes, that measure time, or that read files outside of the copied folders. */
const excludedTests = [
  "test/alerting/difference/cpu-time.test.ts",
  "test/definitions/schemas-by-file-name.test.ts",
  "test/definitions/schema.test.ts",
  "test/reconcile/growth.test.ts",
];

function optionsFor(module) {
  return {
    // The schemas of documents are checked by `npm run lint:generated`, which compares them with those in schemas/.
    mutate: [`src/${module}/**/*.ts`, "!src/**/{index,*schema}.ts"],
    mutator: {
      // The compiler checks the literals of unions, and most other strings are messages, whose wording the tests of the command check.
      excludedMutations: ["StringLiteral"],
    },
    testRunner: "one-process",
    plugins: [fileURLToPath(new URL("mutants-runner.mjs", import.meta.url))],
    oneProcess: { folder: `test/${module}`, excluded: excludedTests },
    coverageAnalysis: "perTest",
    // Only what the tests read is copied.
    ignorePatterns: ["/*", "!/src", "!/test", "!/schemas", "!/tsconfig*.json"],
    checkers: [],
    concurrency: availableParallelism(),
    // A changed constant of a module needs a new process.
    ignoreStatic: true,
    reporters: ["progress-append-only", "clear-text"],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    // On a busy machine, a mutant that needs longer than usual is not an endless loop.
    timeoutMS: 10_000,
    thresholds: { high: 100, low: minScore, break: minScore },
    incremental: true,
    incrementalFile: `.stryker/${module}.json`,
    tempDirName: ".stryker/tmp",
    allowConsoleColors: process.stdout.isTTY === true,
  };
}

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !modules.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown module: ${unknown.join(", ")}. Available: ${modules.join(", ")}.`);
  process.exit(1);
}
for (const module of selected.length === 0 ? modules : selected) {
  console.log(`Module ${module}`);
  // Sets the exit code if the score is too low.
  await new Stryker(optionsFor(module)).runMutationTest();
}
