/**
 * `npm run test:mutants` changes the pure modules line by line (mutants), and runs the tests of the module on each change. It ends with an
 * error if the tests of a module notice less than 85 % of its mutants. To select modules, append their names:
 *
 *     npm run test:mutants -- alerting reconcile
 *
 * Results are stored in .stryker/, so that the next run repeats only what changed. To start over, delete that folder.
 */
import { availableParallelism } from "node:os";
import { Stryker } from "@stryker-mutator/core";

const minScore = 85;

/** The modules without I/O. The tests of a module are below test/, under its name. */
const modules = ["plan-document", "alerting", "impact", "reconcile", "alert-tests", "definitions"];

/** Tests that start processes, or that measure time. */
const excludedTests = ["/test/definitions/folders", "/test/reconcile/growth"];

function optionsFor(module) {
  return {
    // The schemas of documents are checked by `npm run lint:generated`, which compares them with those in schemas/.
    mutate: [`src/${module}/**/*.ts`, "!src/**/{index,*schema}.ts"],
    mutator: {
      // The compiler checks the literals of unions, and most other texts are messages, whose wording the tests of the command check.
      excludedMutations: ["StringLiteral"],
    },
    testRunner: "jest",
    coverageAnalysis: "perTest",
    jest: {
      projectType: "custom",
      configFile: "jest.config.js",
      enableFindRelatedTests: false,
      config: {
        testMatch: [`<rootDir>/test/${module}/**/*.test.ts`],
        testPathIgnorePatterns: ["/node_modules/", ...excludedTests],
        globalSetup: null,
        globalTeardown: null,
        setupFilesAfterEnv: ["<rootDir>/test/support/without-shrinking.cjs"],
        testTimeout: 10_000,
      },
    },
    // Only what the tests read is copied.
    ignorePatterns: ["/*", "!/src", "!/test", "!/schemas", "!/jest.*.js", "!/tsconfig*.json"],
    checkers: [],
    plugins: ["@stryker-mutator/jest-runner"],
    concurrency: availableParallelism(),
    // A changed constant of a module needs all tests of the module, each in a new environment.
    ignoreStatic: true,
    reporters: ["progress-append-only", "clear-text"],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    // On a busy machine, a mutant that needs longer than usual is not an endless loop.
    timeoutMS: 60_000,
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
