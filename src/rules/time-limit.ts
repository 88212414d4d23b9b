/** Ends synchronous work after a time. */
import { createContext, Script } from "node:vm";
import { errorCode } from "../diagnostics";

const context = createContext({});
const script = new Script("work()");

/**
 * Runs work that an untrusted expression can make endless. V8 interrupts it wherever it is, so that signals are handled in time.
 *
 * @param milliseconds at least 1
 * @returns whether the work was completed
 */
export function completesWithin(milliseconds: number, work: () => void): boolean {
  try {
    Object.assign(context, { work });
    script.runInContext(context, { timeout: milliseconds });
    return true;
  } catch (error) {
    if (errorCode(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
