/** What every environment has: the service's own choices, by which alerts are described. */
import { type EnvironmentSeed } from "./fill";

export const emptySeed: EnvironmentSeed = {
  integrations: ["Email", "PagerDuty", "Slack", "Microsoft Teams", "VictorOps", "Opsgenie", "Webhook"].map(
    (name, index) => ({ id: index + 1, name }),
  ),
  policies: [
    { id: 1, name: "Every time", seconds: 0 },
    { id: 2, name: "At most once every 15 minutes", seconds: 900 },
    { id: 3, name: "At most once an hour", seconds: 3600 },
    { id: 4, name: "At most once a day", seconds: 86_400 },
  ],
  durations: [
    { id: 1, name: "1 minute", seconds: 60 },
    { id: 2, name: "5 minutes", seconds: 300 },
    { id: 3, name: "15 minutes", seconds: 900 },
    { id: 4, name: "30 minutes", seconds: 1800 },
    { id: 5, name: "1 hour", seconds: 3600 },
  ],
  destinations: [],
  hosts: [],
};
