/** The sentence that describes an alert on the emulator's page and in reports. */
import { describeAlert, type NameObject, sentenceText } from "../../src/alerting";
import { type AlertConfig } from "../../src/service";

const names: Readonly<Record<string, string>> = {
  "host 1": "db-1",
  "host 2": "db-2",
  "policy 1": "Every time",
  "policy 2": "At most once per hour",
  "duration 3": "5 minutes",
};
const nameObject: NameObject = (kind, id) => names[`${kind} ${id}`] ?? `${kind} ${id}`;

const cpu: AlertConfig = {
  hosts: [],
  host_types: ["mysql"],
  condition: {
    kind: "threshold",
    alert_level: "crit",
    metric: "os.cpu.user_us",
    trigger: 940_000,
    duration: 3,
    reset: 0.8,
  },
};
const deploys: AlertConfig = {
  hosts: [],
  host_types: [],
  condition: { kind: "event", categories: ["deploy"] },
};

it.each<[string, AlertConfig, number]>([
  [
    "crit when os.cpu.user_us is above 940,000 for 5 minutes on any mysql host, until it is below 0.8; at most once per hour.",
    cpu,
    2,
  ],
  [
    "crit when os.cpu.user_us is above 940,000 for 5 minutes on any mysql or pgsql host, or on db-1, db-2 or host 9, until it is below 0.8; policy 8.",
    { ...cpu, hosts: [1, 2, 9], host_types: ["mysql", "pgsql"] },
    8,
  ],
  [
    "crit when os.cpu.user_us is above 940,000 for 5 minutes on any mysql host, or on db-1, until it is below 0.8; every time.",
    { ...cpu, hosts: [1] },
    1,
  ],
  ["When an event deploy occurs on any host; every time.", deploys, 1],
  [
    "When an event a, b, c, d, e or f occurs on any host; every time.",
    { ...deploys, condition: { kind: "event", categories: ["a", "b", "c", "d", "e", "f"] } },
    1,
  ],
  [
    "When an event a, b, c, d, e or 1,995 more occurs on db-1; every time.",
    {
      hosts: [1],
      host_types: [],
      condition: {
        kind: "event",
        categories: ["a", "b", "c", "d", "e", ...Array.from({ length: 1995 }, (_, index) => `f${index}`)],
      },
    },
    1,
  ],
  [
    "Never fires, because it has no categories.",
    { ...deploys, condition: { kind: "event", categories: [] } },
    1,
  ],
])("%s", (sentence, config, policy) => {
  expect(sentenceText(describeAlert(config, policy, nameObject))).toBe(sentence);
});

it.each([
  [0, "0"],
  [-1234.5, "-1,234.5"],
  [0.000001, "0.000001"],
  [0.0000005, "5e-7"],
  [999_999_999_999_999, "999,999,999,999,999"],
  [-1e15, "-1000000000000000"],
  [1e21, "1e+21"],
])("formats the trigger %d as %s", (trigger, text) => {
  const condition = { ...cpu.condition, trigger } as AlertConfig["condition"];
  expect(sentenceText(describeAlert({ ...cpu, condition }, 1, nameObject))).toContain(
    `is above ${text} for `,
  );
});
