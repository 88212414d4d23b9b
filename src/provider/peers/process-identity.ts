/** Distinguishes processes, also from later ones with the same id. */
import { readFileSync } from "node:fs";

/** Forms that {@link processIdentity} returns, for use in a regular expression. */
export const identityPattern = String.raw`\d+(?:-\d+)?`;

/**
 * The process id, on Linux with the start time of the process.
 * @returns undefined if the process does not run
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") return linuxIdentity(pid);
  try {
    // Signal 0 only tests whether the process exists.
    process.kill(pid, 0);
    return String(pid);
  } catch {
    return undefined;
  }
}

/** @param identity a result of {@link processIdentity} */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity;
}

/** Whether a process started earlier than another one. False if a start time is not known. */
export function startedBefore(identity: string, other: string): boolean {
  const startTimeOf = (process: string) => Number(process.split("-")[1]);
  return startTimeOf(identity) < startTimeOf(other);
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name, in parentheses, can contain spaces. The state and further fields follow it (man 5 proc).
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const startTime = fields[18];
    return startTime === undefined || "ZX".includes(state) ? undefined : `${pid}-${startTime}`;
  } catch {
    return undefined;
  }
}
