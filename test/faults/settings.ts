/** Settings of the fault tests. `npm test` runs a sample, `npm run test:faults` runs all. jest workers get settings as environment variables. */
import { type Schedule } from "./schedules/schedule";

/** Whether to run all schedules instead of a sample. */
export const isFull = process.env.DBMON_FAULTS === "all";
/** The seed of the random schedules. */
export const seed = Number(process.env.DBMON_FAULTS_SEED ?? "20261121");
/** The folder to which each test file writes its figures. Undefined: write none. */
export const figuresFolder = process.env.DBMON_FAULTS_FIGURES;
/** A schedule to replay, as JSON. */
export const replayedSchedule = process.env.DBMON_FAULTS_SCHEDULE;
/** Number of random sequences of Terraform runs. */
export const sequenceCount = Number(process.env.DBMON_FAULTS_SEQUENCES ?? (isFull ? "300" : "1"));
/** Whether to reduce a failing sequence, which takes minutes. */
export const reducesSequences = process.env.DBMON_FAULTS_REDUCE === "1";
/** The folder of another build of the provider, to check that the sequences detect its defects. */
export const providerFolder = process.env.DBMON_FAULTS_PROVIDER;

/** Running all schedules of a test takes an hour, or several on a machine that does other work. */
export const testTimeoutMs = isFull ? 6 * 60 * 60_000 : 60_000;

export function replaySequenceCommand(sequenceSeed: number): string {
  return `npm run test:faults -- --sequences 1 --seed ${sequenceSeed}`;
}

export function replayCommand(schedule: Schedule): string {
  const json = JSON.stringify(schedule).replaceAll("'", "'\\''");
  return `DBMON_FAULTS_SCHEDULE='${json}' npx jest --config jest.long.config.js test/faults/schedules/replay`;
}
