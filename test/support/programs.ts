/**
 * The programs under test: those of the npm package, or the self-contained executable that DBMON_EXECUTABLE names. It has a folder
 * `provider` beside it with the executable under the provider's name (scripts/test-executable.ts). Also what tests preload into them, and
 * how tests wait for them.
 */
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const dist = resolve(__dirname, "../../dist");

/** Undefined: the npm package is tested. */
export const executable = process.env.DBMON_EXECUTABLE;

/** The program and the arguments that run `dbmon` with arguments. */
export function dbmonCommand(...args: readonly string[]): [program: string, args: string[]] {
  return executable === undefined ? packageCommand(...args) : [resolve(executable), [...args]];
}

/** The same for the npm package, whichever is tested. */
export function packageCommand(...args: readonly string[]): [program: string, args: string[]] {
  return [process.execPath, [join(dist, "cli/main.js"), ...args]];
}

/** The folder that Terraform searches for the provider. */
export const providerFolder =
  executable === undefined ? dist : join(dirname(resolve(executable)), "provider");

export const providerFile = join(providerFolder, "terraform-provider-dbmon");

/** Environment variables that make Node.js, or Bun in the executable, load a module before the program. */
export function preload(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--require ${file}`, BUN_OPTIONS: `--preload ${file}` };
}

const processClock = resolve(__dirname, "process-clock.cjs");

/** Environment variables that set the clock of a program ahead. */
export function clockAhead(milliseconds: number): Readonly<Record<string, string>> {
  return { ...preload(processClock), TEST_CLOCK_AHEAD: String(milliseconds) };
}

/** Environment variables with which the long waits of a program end at once. */
export const skipWaits = { ...preload(processClock), TEST_SKIPS_WAITS: "1" };

const untilLimitMs = 45_000;

/** Polls a condition that another process fulfills, every 5 ms. @throws Error before the test times out, so that nothing polls after it */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + untilLimitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`the condition was never met: ${String(condition)}`);
    await pause(5);
  }
}
