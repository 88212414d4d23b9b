/** The demo environment without alerts. */
import { type Clock, demoSeed, type EnvironmentSeed, systemClock } from "../../src/emulator";

export function shopSeed(clock: Clock = systemClock): EnvironmentSeed {
  return { ...demoSeed(clock), alerts: [] };
}
