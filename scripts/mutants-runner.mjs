/**
 * A test runner for Stryker that loads all tests once, in one process, and runs them for each mutant. With jest, which loads each test file
 * again for each mutant, a module takes an hour. The tests of pure modules need only the functions that are defined here.
 */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
} from "@stryker-mutator/api/test-runner";
import { expect } from "expect";
import fc from "fast-check";
import { register } from "tsx/cjs/api";

/** The functions of jest that tests use, and the tests that they define. */
class Registry {
  tests = [];
  afterAll = [];
  #scope = { names: [], before: [], after: [] };

  globals() {
    const { describe, it } = this;
    return {
      expect,
      describe: Object.assign(describe, { each: eachOf(describe) }),
      it: Object.assign(it, { each: eachOf(it) }),
      beforeEach: (run) => this.#scope.before.push(run),
      afterEach: (run) => this.#scope.after.push(run),
      afterAll: (run) => this.afterAll.push(run),
    };
  }

  /** Defines the tests of a file or of a `describe`, whose hooks are those of the outer scopes too. */
  describe = (name, define) => {
    const outer = this.#scope;
    this.#scope = { names: [...outer.names, name], before: [...outer.before], after: [...outer.after] };
    define();
    this.#scope = outer;
  };

  it = (name, run) => {
    const { names, before, after } = this.#scope;
    const path = [...names, name].join(" ");
    const count = this.tests.filter((test) => test.path === path).length;
    // Without the number of the test in its file, Stryker reuses results after tests are added.
    const id = count === 0 ? path : `${path} (${count + 1})`;
    this.tests.push({ id, path, run: () => runInOrder([...before, run], after), timeMs: 0 });
  };
}

function eachOf(define) {
  return (rows) => (name, run) => {
    for (const row of rows) define(name, () => run(...[row].flat(Array.isArray(row) ? 1 : 0)));
  };
}

async function runInOrder(steps, after) {
  try {
    for (const step of steps) await step();
  } finally {
    for (const step of after) await step();
  }
}

class OneProcessRunner {
  static inject = tokens(commonTokens.options);
  /** Stryker's name for the object that the changed code uses. */
  #state = (globalThis.__stryker__ ??= {});
  #registry = new Registry();
  #options;

  constructor({ oneProcess }) {
    this.#options = oneProcess;
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  init() {
    // Laws end at their first counterexample, which no one reads, and the score is the same in each run.
    fc.configureGlobal({ endOnFailure: true, seed: 1 });
    Object.assign(globalThis, this.#registry.globals());
    register();
    const require = createRequire(resolve("test/index.js"));
    const { folder, excluded } = this.#options;
    for (const name of readdirSync(folder, { recursive: true }).sort()) {
      const file = join(folder, name);
      if (!name.endsWith(".test.ts") || excluded.includes(file)) continue;
      this.#registry.describe(file, () => require(resolve(file)));
    }
  }

  async dryRun() {
    const results = [];
    for (const test of this.#registry.tests) {
      this.#state.currentTestId = test.id;
      const failure = await failureOf(test);
      const result = { id: test.id, name: test.id, timeSpentMs: test.timeMs };
      results.push(
        failure === undefined
          ? { ...result, status: TestStatus.Success }
          : { ...result, status: TestStatus.Failed, failureMessage: failure },
      );
    }
    this.#state.currentTestId = undefined;
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: this.#state.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    // The fastest tests notice most mutants.
    const tests = this.#registry.tests
      .filter(({ id }) => testFilter?.includes(id) ?? true)
      .sort((a, b) => a.timeMs - b.timeMs);
    Object.assign(this.#state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const result = await firstFailure(tests);
    const timeout = determineHitLimitReached(this.#state.hitCount, hitLimit);
    this.#state.activeMutant = undefined;
    return timeout ?? result;
  }

  async dispose() {
    for (const run of this.#registry.afterAll) await run();
  }
}

async function firstFailure(tests) {
  for (const [index, test] of tests.entries()) {
    const failure = await failureOf(test);
    if (failure !== undefined) {
      const killed = { killedBy: [test.id], failureMessage: failure, nrOfTests: index + 1 };
      return { status: MutantRunStatus.Killed, ...killed };
    }
  }
  return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
}

async function failureOf(test) {
  const start = performance.now();
  try {
    await test.run();
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    test.timeMs = Math.max(test.timeMs, performance.now() - start);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "one-process", OneProcessRunner)];

export const strykerValidationSchema = { properties: { oneProcess: { type: "object" } } };
