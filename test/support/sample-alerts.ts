/** A threshold definition and an event definition. They refer to objects of the demo environment. */
import { type DesiredAlert } from "../../src/reconcile";

export const cpuHigh: DesiredAlert = {
  name: "CPU high",
  annotations: "https://wiki.shop.example/cpu",
  policy: 2,
  disabled: false,
  destinations: [1, 2],
  hosts: [],
  host_types: ["mysql"],
  condition: {
    kind: "threshold",
    alert_level: "warn",
    metric: "os.cpu.user_us",
    trigger: 0.9,
    duration: 2,
    reset: 0.8,
  },
};

export const deployed: DesiredAlert = {
  ...cpuHigh,
  name: "Deployed",
  condition: { kind: "event", categories: ["deploy", "load test"] },
};
