/** Times relative to the moment at which the environment is made; all in seconds since the Unix epoch. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The last time before or at now at which it was that hour, in UTC. @param hours with fractions, from 0 up to 24 */
export function lastTimeAt(hours: number, now: number): number {
  const today = now - (now % day) + Math.round(hours * hour);
  return today <= now ? today : today - day;
}
