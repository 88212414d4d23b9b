/** `changes` is returned only with --detailed-exitcode. `notConfirmed` also means a stale plan. */
export const exitCodes = { done: 0, error: 1, changes: 2, notConfirmed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** From best to worst. */
const severity: readonly ExitCode[] = [
  exitCodes.done,
  exitCodes.changes,
  exitCodes.notConfirmed,
  exitCodes.error,
];

export function worseExitCode(a: ExitCode, b: ExitCode): ExitCode {
  return severity.indexOf(a) >= severity.indexOf(b) ? a : b;
}
