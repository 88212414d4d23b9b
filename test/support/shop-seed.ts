/** Seeds of environments for tests. */
import { type Clock, demoSeed, type EnvironmentSeed, type SeedAlert, systemClock } from "../../src/emulator";

/** The demo environment without alerts. */
export function shopSeed(clock: Clock = systemClock): EnvironmentSeed {
  return { ...demoSeed(clock), alerts: [] };
}

/** Event alerts "alert 0", "alert 1" and so on, with IDs from 1, so that tests do not create them with calls. */
export function seedWithAlerts(count: number): EnvironmentSeed {
  const alerts = Array.from({ length: count }, (_, index): SeedAlert => ({
    alert: {
      name: `alert ${String(index)}`,
      annotations: "",
      policy: 1,
      type: 1,
      disabled: 0,
      destinations: [],
    },
    config: { hosts: [], host_types: [], categories: ["x"] },
  }));
  return { ...shopSeed(), alerts };
}
