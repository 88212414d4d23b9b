/** The period before now whose events a back-test or a check reads. */
import { parseTimeSpan } from "./time-span";

/** Longer periods are refused, because each call takes time. */
export const maxPeriodDays = 365;
export const maxPeriodSeconds = maxPeriodDays * 86_400;

export const periodRule = `Must be a length of time before now from 1s to ${maxPeriodDays}d, for example 14d or 36h.`;

/** @returns seconds, or undefined if the text breaks {@link periodRule} @example parsePeriod("14d") // 1209600 */
export function parsePeriod(text: string): number | undefined {
  const seconds = (parseTimeSpan(text) ?? 0) / 1000;
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= maxPeriodSeconds ? seconds : undefined;
}
