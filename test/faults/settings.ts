/**
 * How much is tried: a small part in `npm test`, all of it in `npm run test:faults`. Environment variables, because jest hands
 * nothing else to its workers.
 */
import { type Schedule } from "./schedule";

/** Everything, instead of the small part. */
export const isFull = process.env.DBMON_FAULTS === "all";
/** The random schedules follow from it. */
export const seed = Number(process.env.DBMON_FAULTS_SEED ?? "20261121");
/** Folder that each test file writes its figures to; nothing is written where it is not set. */
export const tallyFolder = process.env.DBMON_FAULTS_TALLY;
/** A schedule, as JSON, that is to be run again. */
export const givenSchedule = process.env.DBMON_FAULTS_SCHEDULE;

/** For jest: the full sweep takes minutes. */
export const patience = isFull ? 60 * 60_000 : 60_000;

export function commandThatRepeats(schedule: Schedule): string {
  const json = JSON.stringify(schedule).replaceAll("'", "'\\''");
  return `DBMON_FAULTS_SCHEDULE='${json}' npx jest test/faults/replay.test.ts`;
}
