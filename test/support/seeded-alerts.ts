/** Seeds an environment with many alerts, so that tests do not create them with calls. */
import { type EnvironmentSeed, type SeedAlert } from "../../src/emulator";
import { shopSeed } from "./shop-seed";

/** Event alerts "alert 0", "alert 1" and so on, with IDs from 1. */
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
