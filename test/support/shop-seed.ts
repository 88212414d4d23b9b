/** The demo environment without the alerts that people of the shop made by hand: a test's own alerts are then all. */
import { type Clock, demoSeed, type EnvironmentSeed, systemClock } from "../../src/emulator";

export function shopSeed(clock: Clock = systemClock): EnvironmentSeed {
  return { ...demoSeed(clock), alerts: [] };
}
