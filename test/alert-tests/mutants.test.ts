/** Changes of alerts that no test notices. Each kind of change is seen noticed by complete tests, and unnoticed by weaker ones. */
import { findMutants, runAlertTest } from "../../src/alert-tests";
import { isError } from "../../src/diagnostics";
import { createTestFolder, loadAlertTests } from "./test-folder";

const { write } = createTestFolder();

const definitions = `alerts:
  - name: Lag
    policy: 1
    destinations: ["#db-alerts", 7]
    hosts: [web1, web2]
    host_types: [mysql, pgsql]
    threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 2, reset: 20 }
  - name: Deploy
    policy: 1
    destinations: ["#deploys"]
    event: { categories: [code deployment, schema change] }
  - name: Backup
    policy: 1
    disabled: true
    destinations: ["#deploys"]
    event: { categories: [backup] }
`;

const lagOn = (host: string, value = 32) =>
  `{ host: ${host}, metric: lag, every: 10s, values: "0x6 ${value}x40" }`;
const firesOn = (host: string) => `{ fires: 6m10s, host: ${host}, level: warn, notifies: ["#db-alerts", 7] }`;
const hosts = ["db1", "pg1", "web1", "web2"];

const complete = `definitions: alerts.yaml
hosts:
  - { name: db1, type: mysql }
  - { name: pg1, type: pgsql }
  - { name: web1, type: os }
  - { name: web2, type: os }
  - { name: web3, type: os }
durations: { 2: 5m }
tests:
  - name: lag
    metrics: [${hosts.map((host) => lagOn(host)).join(", ")}]
    until: 8m
    expect: { Lag: [${hosts.map(firesOn).join(", ")}] }
  - { name: below, metrics: [${lagOn("db1", 29)}], expect: { Lag: [] } }
  - { name: other host, metrics: [${lagOn("web3")}], expect: { Lag: [] } }
  - name: deploy
    events: [{ at: 1, type: code deployment }, { at: 2, type: schema change }]
    expect: { Deploy: [{ fires: 1s, notifies: ["#deploys"] }, { fires: 2s }] }
  - { name: backup, events: [{ at: 1, type: backup }], expect: { Backup: [] } }
`;

let folders = 0;

/** @returns the counts, and the alerts and changes that no test notices */
function score(files: readonly string[], alerts = definitions) {
  const folder = `m${++folders}`;
  write(`${folder}/alerts.yaml`, alerts);
  const { files: loaded, problems } = loadAlertTests(
    files.map((text, index) => write(`${folder}/${index}.test.yaml`, text)),
  );
  expect(problems.filter(isError)).toEqual([]);
  const { unnoticed, ...counts } = findMutants(
    loaded.map((file) => ({ file, results: file.tests.map(runAlertTest) })),
  );
  return {
    ...counts,
    unnoticed: unnoticed.map(({ alert, change, sentence }) => `${alert.name}, ${change}. ${sentence}`),
  };
}

it("notices all changes with complete tests", () => {
  expect(score([complete])).toEqual({ mutants: 16, noticed: 16, unnoticed: [] });
});

it.each<[string, (text: string) => string, string[]]>([
  [
    "no test with a value between the trigger and a higher one",
    (text) => text.replaceAll("32x40", "40x40"),
    [
      "Lag, trigger: 30 -> 33. At 32 on a mysql host for 5 minutes: before warn to #db-alerts, 7; after nothing.",
    ],
  ],
  [
    "no test with a value between the trigger and a lower one",
    (text) => text.replace("29x40", "20x40"),
    [
      "Lag, trigger: 30 -> 27. At 29 on a mysql host for 5 minutes: before nothing; after warn to #db-alerts, 7.",
    ],
  ],
  [
    "no expected level",
    (text) => text.replaceAll(", level: warn", ""),
    [
      "Lag, alert_level: warn -> crit. At 33 on a mysql host for 5 minutes: before warn to #db-alerts, 7; after crit to #db-alerts, 7.",
    ],
  ],
  [
    "no expected destinations of a threshold alert",
    (text) => text.replaceAll(', notifies: ["#db-alerts", 7]', ""),
    [
      "Lag, destinations: - #db-alerts. At 33 on a mysql host for 5 minutes: before warn to #db-alerts, 7; after warn to 7.",
      "Lag, destinations: - 7. At 33 on a mysql host for 5 minutes: before warn to #db-alerts, 7; after warn to #db-alerts.",
    ],
  ],
  [
    "no expected destinations of an event alert",
    (text) => text.replace(', notifies: ["#deploys"]', ""),
    [
      'Deploy, destinations: - #deploys. After "code deployment" on any host: before notification to #deploys; after notification to nobody.',
    ],
  ],
  [
    "no test on a host outside of the scope",
    (text) => text.replace(/.*other host.*\n/, ""),
    [
      "Lag, hosts, host_types: all hosts. At 33 on another os host for 5 minutes: before nothing; after warn to #db-alerts, 7.",
    ],
  ],
  [
    "no test on the last host of the scope",
    (text) => text.replace(`, ${lagOn("web2")}`, "").replace(`, ${firesOn("web2")}`, ""),
    ["Lag, hosts: - web2. At 33 on web2 for 5 minutes: before warn to #db-alerts, 7; after nothing."],
  ],
  [
    "no test on a host of the last type of the scope",
    (text) => text.replace(`, ${lagOn("pg1")}`, "").replace(`, ${firesOn("pg1")}`, ""),
    [
      "Lag, host_types: - pgsql. At 33 on a pgsql host for 5 minutes: before warn to #db-alerts, 7; after nothing.",
    ],
  ],
  [
    "no test of a category",
    (text) => text.replace(", { at: 2, type: schema change }", "").replace(", { fires: 2s }", ""),
    [
      'Deploy, categories: - schema change. After "schema change" on any host: before notification to #deploys; after nothing.',
    ],
  ],
  [
    "no test of a disabled alert",
    (text) => text.replace(/.*backup.*\n/, ""),
    [
      'Backup, disabled: true -> false. After "backup" on any host: before nothing; after notification to #deploys.',
    ],
  ],
  [
    "no test of an alert",
    (text) => text.replace(/ {2}- name: deploy\n.*\n.*\n/, ""),
    [
      'Deploy, disabled: false -> true. After "code deployment" on any host: before notification to #deploys; after nothing.',
      'Deploy, destinations: - #deploys. After "code deployment" on any host: before notification to #deploys; after notification to nobody.',
      'Deploy, categories: - code deployment. After "code deployment" on any host: before notification to #deploys; after nothing.',
      'Deploy, categories: - schema change. After "schema change" on any host: before notification to #deploys; after nothing.',
    ],
  ],
])("with %s, lists the changes", (_, weaken, unnoticed) => {
  const result = score([weaken(complete)]);
  expect(result.unnoticed).toEqual(unnoticed);
  expect(result).toMatchObject({ mutants: 16, noticed: 16 - unnoticed.length });
});

it("lists a longer and a shorter duration that no test notices", () => {
  // A test that ends before the alert fires does not notice a longer duration, and a late one does not prove the time.
  const alerts = definitions.replace("Lag", "Slow").slice(0, definitions.indexOf("  - name: Deploy"));
  const test = (values: string, expected: string) =>
    complete.slice(0, complete.indexOf("  - name: lag")) +
    `  - { name: t, metrics: [{ host: db1, metric: lag, every: 1m, values: "${values}" }], expect: { Slow: [${expected}] } }\n`;
  const durations = ({ unnoticed }: ReturnType<typeof score>) =>
    unnoticed.filter((text) => text.includes("duration"));
  expect(durations(score([test("40x1 0", "")], alerts))).toEqual([
    "Slow, duration: 5m -> 10m. At 33 on a mysql host for 5 minutes: before warn to #db-alerts, 7; after nothing.",
    "Slow, duration: 5m -> 2m30s. At 33 on a mysql host for 2 minutes 30 seconds: before nothing; after warn to #db-alerts, 7.",
  ]);
  expect(durations(score([test("40x3 0", "")], alerts))).toEqual([
    "Slow, duration: 5m -> 10m. At 33 on a mysql host for 5 minutes: before warn to #db-alerts, 7; after nothing.",
  ]);
  expect(durations(score([test("40x9", "{ fires: 5m }")], alerts))).toEqual([]);
});

it("counts no change that cannot be noticed", () => {
  const off = `alerts:
  - { name: Off, policy: 1, disabled: true, destinations: [1, 2], host_types: [os], event: { categories: [a, b] } }
  - { name: Silent, policy: 1, threshold: { alert_level: warn, metric: m, trigger: 1.7976931348623157e308, duration: 5m, reset: 1 } }
`;
  expect(score(["definitions: alerts.yaml\ntests: []\n"], off)).toEqual({
    mutants: 2,
    noticed: 0,
    unnoticed: [
      'Off, disabled: true -> false. After "a" on an os host: before nothing; after notification to 1, 2.',
      "Silent, trigger: 1.7976931348623157e+308 -> 1.6e+308. At 1.7e+308 on any host for 5 minutes: before nothing; after warn to nobody.",
    ],
  });
});

it("notices a change by a test in any file, whose objects have other IDs", () => {
  const tests = complete.indexOf("tests:\n") + "tests:\n".length;
  const middle = complete.indexOf("  - name: deploy");
  const [head, lag, others] = [
    complete.slice(0, tests),
    complete.slice(tests, middle),
    complete.slice(middle),
  ];
  const reversed = head.replace(
    /( {2}- \{.*\n)+/,
    (lines) => lines.trimEnd().split("\n").reverse().join("\n") + "\n",
  );
  expect(score([head + others, reversed + lag])).toEqual({ mutants: 16, noticed: 16, unnoticed: [] });
});

it("notices changes by tests of routes", () => {
  const routes = `definitions: alerts.yaml
hosts: [{ name: web1, type: os }, { name: web2, type: os }, { name: web3, type: os }]
tests:
  - name: routes
    routes:
      - { host: web1, level: warn, notifies: ["#db-alerts", 7] }
      - { host: web3, level: warn, notifies: [] }
      - { event: code deployment, notifies: ["#deploys"] }
`;
  expect(score([routes])).toEqual({
    mutants: 14,
    noticed: 8,
    unnoticed: [
      "Lag, hosts: - web2. At 33 on web2 for duration 2: before warn to #db-alerts, 7; after nothing.",
      "Lag, host_types: - pgsql. At 33 on a pgsql host for duration 2: before warn to #db-alerts, 7; after nothing.",
      "Lag, trigger: 30 -> 33. At 32 on a mysql host for duration 2: before warn to #db-alerts, 7; after nothing.",
      "Lag, trigger: 30 -> 27. At 29 on a mysql host for duration 2: before nothing; after warn to #db-alerts, 7.",
      'Deploy, categories: - schema change. After "schema change" on any host: before notification to #deploys; after nothing.',
      'Backup, disabled: true -> false. After "backup" on any host: before nothing; after notification to #deploys.',
    ],
  });
});

it("does not count a change as noticed by a test that fails anyway", () => {
  expect(score([complete.replace("fires: 2s", "fires: 3s")]).unnoticed).toHaveLength(4);
});

it("applies a change of a test to the mutant, which keeps the fields that the test sets", () => {
  const test = (set: string) => `definitions: alerts.yaml
hosts: [{ name: db1, type: mysql }, { name: web1, type: os }, { name: web2, type: os }]
propagation_window: 1s
tests:
  - name: t
    changes: [{ at: 0, alert: Deploy, set: ${set} }]
    events: [{ at: 1m, type: code deployment }]
    expect: { Deploy: [{ fires: 1m, notifies: ["#deploys"] }] }
`;
  const ofDeploy = (set: string) =>
    score([test(set)]).unnoticed.flatMap((text) => /^Deploy, (.*?)\. /.exec(text)?.[1] ?? []);
  expect(ofDeploy("{ annotations: x }")).toEqual(["categories: - schema change"]);
  expect(ofDeploy("{ disabled: false }")).toEqual(["disabled: false -> true", "categories: - schema change"]);
  expect(ofDeploy("{ event: { categories: [code deployment] } }")).toEqual([
    "categories: - code deployment",
    "categories: - schema change",
  ]);
});

it("notices a change of a threshold alert by an alert that its firing fires", () => {
  const alerts = `${definitions}  - { name: Any, policy: 1, destinations: [1], event: { categories: [Threshold Alert] } }\n`;
  const test = `${complete.slice(0, complete.indexOf("tests:"))}tests:
  - { name: t, metrics: [${lagOn("db1")}], until: 8m, expect: { Any: [{ fires: 6m10s, notifies: [1] }] } }
`;
  const ofLag = score([test], alerts).unnoticed.filter((text) => text.startsWith("Lag"));
  expect(ofLag.map((text) => text.split(". ")[0])).toEqual([
    "Lag, destinations: - #db-alerts",
    "Lag, destinations: - 7",
    "Lag, hosts, host_types: all hosts",
    "Lag, hosts: - web2",
    "Lag, host_types: - pgsql",
    "Lag, trigger: 30 -> 27",
    "Lag, alert_level: warn -> crit",
  ]);
});
