/** Alerts whose hosts are selected by tags and patterns, without a service: tests, catalogs and routes. And in the tests of differences. */
import { alerts, commandBench, environmentOf } from "../../../support/command";

const bench = commandBench();

const selected = (more = "") => `
  - name: Lag
    policy: 1
    destinations: ["#db-alerts"]
    host_tags: { role: primary }
    hosts: ["db-*"]
    threshold: { alert_level: crit, metric: lag, trigger: 30, duration: 5m, reset: 20 }${more}
`;
const empty = `
  - name: Cache
    policy: 1
    destinations: ["#db-alerts"]
    host_tags: { role: cache }
    allow_no_hosts: true
    event: { categories: [deploy] }
`;

const hosts = `hosts:
  - { name: db-1, type: mysql }
  - { name: web-1, type: os, tags: ["role=primary"] }
  - { name: web-2, type: os, tags: ["role:replica", primary] }
`;
const tests = `${hosts}tests:
  - name: only selected hosts
    metrics:
      - { host: db-1, metric: lag, every: 1m, values: "40x10" }
      - { host: web-1, metric: lag, every: 1m, values: "40x10" }
      - { host: web-2, metric: lag, every: 1m, values: "40x10" }
    expect:
      Lag: [{ fires: 5m, host: db-1 }, { fires: 5m, host: web-1 }]
  - name: a changed selection
    events: [{ at: 1m, type: deploy, host: web-2 }, { at: 5m, type: deploy, host: web-2 }]
    changes: [{ at: 2m, alert: Cache, set: { host_tags: { role: replica } } }]
    expect:
      Cache: [{ fires: 5m, host: web-2 }]
`;

it("fires on the hosts of the test file that have the tags or match the pattern", async () => {
  bench.write("alerts.yaml", alerts(selected(), empty));
  bench.write("alerts.test.yaml", tests);
  const run = await bench.dbmon(["test"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toContain("Test: 2 passed.");
});

it("is an error in a test file and in a catalog without such a host", async () => {
  bench.write("alerts.yaml", alerts(selected()));
  bench.write(
    "alerts.test.yaml",
    tests.replace('"role=primary"', '"role=other"').replace(/ {2}- name: a changed[^]*/, ""),
  );
  const run = await bench.dbmon(["test"]);
  expect(run.code).toBe(1);
  expect(run.stdout + run.stderr).toContain("No host has the tags role=primary.");
  const check = async (catalog: string) =>
    (await bench.dbmon(["check", "alerts.yaml", "--catalog", bench.write("catalog.yaml", catalog)])).stdout;
  expect(await check(hosts)).toBe("");
  expect(await check(hosts.replace("role=primary", "role=other"))).toContain(
    'alerts.yaml:5:16: "Lag", field host_tags: No host has the tags role=primary.',
  );
  expect(await check(hosts.replace("db-1", "pg-1"))).toContain('No host matches the pattern "db-*".');
  expect(await check("destinations: [{ name: '#db-alerts' }]")).toBe("");
});

it("is one group of hosts in routes without a service, and its hosts with one", async () => {
  bench.write("alerts.yaml", alerts(selected()));
  const offline = await bench.dbmon(["routes", "alerts.yaml"]);
  expect(offline.stdout).toContain("db-*, role=primary:\n    crit: #db-alerts\n");
  bench.write(
    "alerts.yaml",
    alerts(selected().replace('"db-*"', '"db-2.*"').replace("lag,", "os.cpu.user_us,")),
  );
  const environment = environmentOf(await bench.emulator());
  const online = await bench.dbmon(["routes", "alerts.yaml"], { environment });
  expect(online.stdout).toContain(
    "db-1.shop.example, db-2.shop.example, db-2.shop.example:3306:\n    crit: #db-alerts\n",
  );
});

it("passes the test of the difference that a plan writes", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const tagged = (trigger: number) =>
    selected()
      .replace('hosts: ["db-*"]', "host_types: []")
      .replace("trigger: 30", `trigger: ${String(trigger)}`);
  bench.write("alerts.yaml", alerts(tagged(30)));
  await bench.dbmon(["apply", "alerts.yaml", "--yes"], { environment });
  bench.write("alerts.yaml", alerts(tagged(50)));
  const { stdout } = await bench.dbmon(["plan", "alerts.yaml", "--json"], { environment });
  const { changes } = JSON.parse(stdout) as { changes: { difference: { test: object } }[] };
  const test = changes[0]?.difference.test;
  expect(test).toMatchObject({ hosts: [{ name: "db-1.shop.example", tags: ["role:primary"] }] });
  bench.write("alerts.test.yaml", JSON.stringify(test));
  expect(await bench.dbmon(["test"])).toMatchObject({ code: 0 });
  bench.write("alerts.yaml", alerts(tagged(30)));
  expect(await bench.dbmon(["test"])).toMatchObject({ code: 1 });
});
