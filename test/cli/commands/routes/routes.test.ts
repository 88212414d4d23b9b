/** `dbmon routes`, and the difference of who is notified in plans. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";
import { takeCallCounts } from "../../../support/emulator";

const bench = commandBench();

const critical = (destinations: string, hosts: string) => `
  - name: CPU
    policy: 1
    destinations: ${destinations}
    ${hosts}
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: 2, duration: 1, reset: 1 }
`;
const deploys = `
  - name: Deploys
    policy: 1
    destinations: ["On-call PagerDuty"]
    event: { categories: [code deployment] }
`;
const onReplica = "hosts: [db-2.shop.example]";
const definitions = alerts(critical('["#db-alerts"]', onReplica), deploys);

async function run(emulator: ServiceEmulator | undefined, ...args: string[]) {
  return bench.dbmon(args, { environment: emulator === undefined ? {} : environmentOf(emulator) });
}

describe("dbmon routes", () => {
  it("shows definitions by the hosts of the service, grouped where equal", async () => {
    const emulator = await bench.emulator();
    bench.write("alerts.yaml", definitions);
    const { code, stdout } = await run(emulator, "routes", "alerts.yaml");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `db-1.shop.example, db-1.shop.example:3306, db-1.shop.example:5432, db-2.shop.example:3306:
    crit: nobody by these definitions
    warn: nobody by these definitions
    info: nobody by these definitions
    event "code deployment": On-call PagerDuty
db-2.shop.example:
    crit: #db-alerts
    warn: nobody by these definitions
    info: nobody by these definitions
    event "code deployment": On-call PagerDuty
global events:
    event "code deployment": On-call PagerDuty
`,
    });
    expect(writesTo(emulator)).toEqual([]);
  });

  it("shows the live alerts, and selects hosts, levels and categories", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    bench.write("alerts.yaml", definitions);
    await run(emulator, "apply", "alerts.yaml", "--yes", "--window", "0");
    const selected = await run(
      emulator,
      "routes",
      "--live",
      "--host",
      "db-2.shop.example",
      "--level",
      "crit",
    );
    expect(selected.stdout).toBe("db-2.shop.example:\n    crit: #db-alerts\n");
    const json = await run(
      emulator,
      "routes",
      "--live",
      "--host",
      "4",
      "--event",
      "code deployment",
      "--json",
    );
    expect(JSON.parse(json.stdout)).toEqual({
      dbmon: 1,
      $schema: expect.stringMatching(/\/schemas\/routes\.schema\.json$/) as string,
      command: "routes",
      status: "done",
      problems: [],
      base_url: emulator.url,
      token_variable: "DBMON_API_TOKEN",
      source: "live",
      routes: [
        {
          scope: "hosts",
          hosts: [{ id: 4, name: "db-2.shop.example" }],
          notifications: [
            {
              event: "code deployment",
              destinations: [{ id: expect.any(Number) as number, name: "On-call PagerDuty" }],
              alerts: ["Deploys"],
            },
          ],
        },
      ],
    });
  });

  it("says which live alerts are not included", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    const alert = { id: "41", name: "Of a later version", policy: { every: "hour" }, type: 3 };
    emulator.faults.add({
      method: "GET",
      path: "*/alerts",
      answer: { status: 200, body: { data: [alert] } },
    });
    const partial = await run(emulator, "routes", "--live", "--level", "crit");
    expect(partial.stdout).toContain("    crit: nobody by these alerts\n");
    expect(partial.stderr).toContain("Not included: 1 alert of unsupported kinds.\n");
    const json = await run(emulator, "routes", "--live", "--level", "crit", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ excluded_alerts: 1 });
    emulator.faults.clear();
    const complete = await run(emulator, "routes", "--live", "--level", "crit");
    expect(complete.stdout).toContain("    crit: nobody\n");
    expect(complete.stderr).not.toContain("Not included");
  });

  it("works without a service, by the hosts and types that definitions name", async () => {
    bench.write("alerts.yaml", alerts(critical('["#db-alerts", 9]', "host_types: [mysql]"), deploys));
    const { code, stdout, stderr } = await run(undefined, "routes", "--level", "crit");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "hosts of type mysql:\n    crit: destination 9, #db-alerts\nother hosts:\n    crit: nobody by these definitions\n",
    });
    expect(stderr).toContain("To list the hosts, set DBMON_BASE_URL and DBMON_API_TOKEN.");
  });

  it.each([
    [
      ["--host", "db-2.shop.exmple"],
      /No host has the name or the ID "db-2\.shop\.exmple".*\n {2}Did you mean "db-2\.shop\.example"/,
    ],
    [
      ["--event", "code deploymnt"],
      /No active alert fires on the category "code deploymnt".*\n {2}Did you mean "code deployment"\?/,
    ],
    [["--level", "critical"], /argument 'critical' is invalid\. Must be info, warn or crit\./],
    [["--live"], /--live shows the live alerts, but sources name definitions\./],
  ])("refuses %p with a remedy", async (args, message) => {
    const emulator = await bench.emulator();
    bench.write("alerts.yaml", definitions);
    const { code, stdout, stderr } = await run(emulator, "routes", "alerts.yaml", ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

describe("plans", () => {
  const line = "db-2.shop.example: crit: #db-alerts -> nobody";
  const silenced = alerts(critical("[]", onReplica), deploys);

  it("show the difference in each format, in the document, and from a saved plan", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    bench.write("alerts.yaml", definitions);
    await run(emulator, "apply", "alerts.yaml", "--yes", "--window", "0");
    bench.write("alerts.yaml", silenced);
    const plan = await run(
      emulator,
      ...[
        "plan",
        "alerts.yaml",
        "--out",
        "plan.json",
        "--report",
        "markdown=plan.md",
        "--report",
        "junit=plan.xml",
      ],
    );
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain(`Notifications:\n    ${line}\n`);
    const { stdout: markdown } = await run(emulator, "plan", "alerts.yaml", "--format", "markdown");
    expect(markdown).toContain(`**Notifications**\n\n- \`${line}\``);
    const { stdout: junit } = await run(emulator, "plan", "alerts.yaml", "--format", "junit");
    expect(junit).toContain(line.replace(">", "&gt;"));
    const { stdout: github } = await run(emulator, "plan", "alerts.yaml", "--format", "github");
    expect(github).toContain(line);
    const { stdout: json } = await run(emulator, "plan", "alerts.yaml", "--json");
    expect(JSON.parse(json)).toMatchObject({
      routes: {
        changes: [
          {
            scope: "hosts",
            hosts: [{ id: 4, name: "db-2.shop.example" }],
            level: "crit",
            before: [{ id: expect.any(Number) as number, name: "#db-alerts" }],
            after: [],
          },
        ],
        excluded_alerts: 0,
      },
    });
    expect((await run(undefined, "show", "plan.json")).stdout).toContain(`    ${line}\n`);
  });

  it("name global events only where an event alert changes, because metrics belong to hosts", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    bench.write("alerts.yaml", alerts(critical('["#db-alerts"]', ""), deploys));
    const { stdout } = await run(emulator, "plan", "alerts.yaml");
    const notifications = stdout.split("Notifications:\n")[1]?.split("\n\n")[0];
    expect(notifications?.split("\n").map((line) => line.trim())).toEqual([
      "all hosts: crit: nobody -> #db-alerts",
      'all hosts: event "code deployment": nobody -> On-call PagerDuty',
      'global events: event "code deployment": nobody -> On-call PagerDuty',
    ]);
  });

  it("say that the definitions notify nobody where live alerts that were not read may notify someone", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    bench.write("alerts.yaml", definitions);
    await run(emulator, "apply", "alerts.yaml", "--yes", "--window", "0");
    bench.write(
      "alerts.yaml",
      alerts(deploys, critical("[]", onReplica).replace("CPU", "CPU of the replica")),
    );
    const unread = await run(emulator, "plan", "alerts.yaml");
    expect(unread.stdout).not.toContain("Notifications");
    bench.write(
      "alerts.yaml",
      alerts(deploys, critical('["DBA team mail"]', onReplica).replace("CPU", "CPU of the replica")),
    );
    const { stdout } = await run(emulator, "plan", "alerts.yaml");
    expect(stdout).toContain("db-2.shop.example: crit: nobody by these definitions -> DBA team mail\n");
    expect(stdout).toContain("Not included: 1 active unmanaged alert whose configurations were not read.");
  });

  it("show types of hosts that were not read, and names of the destinations that a change refers to", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    bench.write("alerts.yaml", alerts(critical('["#db-alerts"]', "host_types: [mysql]")));
    const created = await run(emulator, "plan", "alerts.yaml");
    expect(created.stdout).toContain("hosts of type mysql: crit: nobody -> #db-alerts");
    await run(emulator, "apply", "alerts.yaml", "--yes", "--window", "0");
    takeCallCounts(emulator);
    bench.write("alerts.yaml", alerts(critical("[]", "host_types: [mysql]")));
    const lost = await run(emulator, "plan", "alerts.yaml");
    expect(lost.stdout).toContain("hosts of type mysql: crit: #db-alerts -> nobody");
    expect(takeCallCounts(emulator)).toEqual({
      "GET /config/alerts": 1,
      "GET /config/alerts/ID/config": 1,
      "GET /config/alert-opts/policy": 1,
      "GET /config/alert-opts/durations": 1,
      "GET /config/destinations": 1,
    });
  });
});
