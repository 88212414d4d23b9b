/** Settings of the fault tests. `npm test` runs a sample, `npm run test:faults` runs all. jest workers get settings as environment variables. */
import { type Schedule } from "./schedule";

/** Whether to run all schedules instead of a sample. */
export const isFull = process.env.DBMON_FAULTS === "all";
/** The seed of the random schedules. */
export const seed = Number(process.env.DBMON_FAULTS_SEED ?? "20261121");
/** The folder to which each test file writes its figures. Undefined: write none. */
export const figuresFolder = process.env.DBMON_FAULTS_FIGURES;
/** A schedule to replay, as JSON. */
export const replayedSchedule = process.env.DBMON_FAULTS_SCHEDULE;

/** Running all schedules of a test takes minutes. */
export const testTimeoutMs = isFull ? 60 * 60_000 : 60_000;

export function replayCommand(schedule: Schedule): string {
  const json = JSON.stringify(schedule).replaceAll("'", "'\\''");
  return `DBMON_FAULTS_SCHEDULE='${json}' npx jest test/faults/replay.test.ts`;
}
