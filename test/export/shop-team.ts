/** A small environment with special cases: duplicate names, a deleted host, escapes, an incomplete alert. */
import { type LiveEnvironment } from "../../src/export";
import { type LiveAlert } from "../../src/reconcile";
import { liveEvent } from "./live";

function threshold(id: number, name: string, trigger: number, duration = 2): LiveAlert {
  const { alert } = liveEvent(id, name);
  const condition = {
    kind: "threshold",
    alert_level: "crit",
    metric: "os.cpu.user_us",
    trigger,
    duration,
    reset: trigger / 2,
  } as const;
  return {
    alert: { ...alert, kind: "threshold", policy: 2, destinations: [2, 1] },
    config: { hosts: [], host_types: ["mysql"], condition, unknownFields: {} },
  };
}

const cpu = threshold(1, "shop/CPU high", 900_000);
const replica = threshold(2, "shop/Replica ${lag}", 30, 3);
const nightly = threshold(3, "shop/Nightly: late", 0.5, 4);
const deploys = liveEvent(4, "shop/Deploys", ["code deployment"]);
const digits = liveEvent(5, "12345");

export const shopTeam: LiveEnvironment = {
  alerts: [
    cpu,
    {
      ...replica,
      alert: { ...replica.alert, annotations: "https://wiki.shop.example/databases/replication/lag/runbook" },
    },
    {
      alert: { ...nightly.alert, disabled: true, destinations: [3] },
      config: nightly.config && { ...nightly.config, hosts: [1, 6], host_types: [] },
    },
    deploys,
    digits,
    { ...liveEvent(6, "never finished"), config: undefined },
  ],
  unsupportedAlerts: [],
  destinations: [
    { id: 1, name: "#db-alerts" },
    { id: 2, name: "On-call PagerDuty" },
    { id: 3, name: "Team mail" },
    { id: 4, name: "Team mail" },
  ],
  hosts: [
    { id: 1, name: "db-1.shop.example" },
    { id: 6, name: "db-old.shop.example", isDeleted: true },
  ],
  policies: [
    { id: 1, name: "Every time" },
    { id: 2, name: "At most once every 15 minutes" },
  ],
  durations: [
    { id: 2 },
    { id: 3, name: "5 minutes", seconds: 300 },
    { id: 4, name: "Long" },
    { id: 5, name: "Long" },
  ],
};
