/** Searches paths of requests for patterns of faults within a time limit, because a regular expression can take exponential time. */
import { type Context, createContext, Script } from "node:vm";
import { errorCode } from "../diagnostics";

/** @returns whether the pattern occurs in the path; false if the search takes longer than the limit */
export type PatternSearch = (pattern: RegExp, path: string) => boolean;

/** A busy machine can interrupt a short search for some hundred milliseconds. */
const maxSearchTimeMs = 1_000;
/** For a pattern that exceeded the limit before. */
const maxSlowSearchTimeMs = 50;

export function createPatternSearch(): PatternSearch {
  const script = new Script("path.search(pattern) !== -1");
  const slowPatterns = new WeakSet<RegExp>();
  // Created on first use, because that takes some milliseconds and most faults have no pattern.
  let context: Context | undefined;
  return (pattern, path) => {
    context ??= createContext({});
    Object.assign(context, { pattern, path });
    const timeout = slowPatterns.has(pattern) ? maxSlowSearchTimeMs : maxSearchTimeMs;
    try {
      return script.runInContext(context, { timeout }) === true;
    } catch (error) {
      if (errorCode(error) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      slowPatterns.add(pattern);
      return false;
    }
  };
}
