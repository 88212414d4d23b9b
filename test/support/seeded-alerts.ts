/** Environments that hold many alerts from the start: a bench or a test of many need not make them one by one. */
import { type EnvironmentSeed, type SeedAlert } from "../../src/emulator";
import { shopSeed } from "./shop-seed";

/** Event alerts "alert 0", "alert 1" and so on, with the ids from 1. */
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
