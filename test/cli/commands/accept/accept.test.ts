/** `dbmon accept`: the live values of drifted alerts become the values of the definitions. */
import { chmodSync, lstatSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, deployed, environmentOf, token, writesTo } from "../../../support/command";
import { send } from "../../../support/emulator";
import { editLive } from "../../edit-live";

const bench = commandBench();
const read = (file: string) => readFileSync(join(bench.folder(), file), "utf8");

/** With comments, several styles, and an anchor. */
const cpu = `
  # The CPU of a server.
  - name: 'CPU high' # of all servers
    policy: Every time
    destinations: ["#db-alerts"] # the channel
    threshold:
      alert_level: warn
      metric: os.cpu.user_us
      trigger: 900000 # microseconds
      reset: 800000
      duration: 5m
`;

async function setUp(file = "alerts.yaml", text = alerts(cpu, deployed)) {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  expect((await dbmon("apply", bench.write(file, text), "--yes", "--parallel", "1")).code).toBe(0);
  emulator.requests.clear();
  const accept = (...args: string[]) => dbmon("accept", file, "--window", "0", ...args);
  return { emulator, dbmon, accept };
}

const edited = { trigger: 850000, host_types: ["mysql"] };

it("a dry run prints each value and a unified diff, and writes nothing", async () => {
  const { emulator, accept, dbmon } = await setUp();
  await editLive(emulator, 1, { policy: 2, disabled: 1 }, edited);
  const before = read("alerts.yaml");
  const run = await accept("--dry-run");
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("refetching") as string });
  expect(run.stdout).toContain(
    'alerts.yaml:4: policy: 1 "Every time" -> 2 "At most once every 15 minutes"\n',
  );
  expect(run.stdout).toContain("alerts.yaml:9: trigger: 900000 -> 850000\n");
  expect(run.stdout).toContain("--- a/alerts.yaml\n+++ b/alerts.yaml\n");
  expect(run.stdout).toContain(
    "-      trigger: 900000 # microseconds\n+      trigger: 850000 # microseconds\n",
  );
  expect(run.stdout).toContain("Accept: 1 alert for 1 file.");
  expect(read("alerts.yaml")).toBe(before);
  const folder = bench.folder();
  const absolute = await dbmon("accept", folder, "--no-wait", "--dry-run");
  expect(absolute.stdout).toContain("--- a/alerts.yaml\n+++ b/alerts.yaml\n");
});

it("names of files cannot control a terminal", async () => {
  const { emulator, dbmon } = await setUp("\u001b]0;title\u0007\u009b31m.yaml");
  await editLive(emulator, 1, {}, edited);
  const run = await dbmon("accept", ".", "--window", "0", "--yes");
  expect(run.stdout + run.stderr).toContain("title");
  expect(run.stdout + run.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

it("the values are written, all other text is kept, and a plan has no changes", async () => {
  const { emulator, accept, dbmon } = await setUp();
  await editLive(
    emulator,
    1,
    { annotations: "costs ${money}\nask Jo", disabled: 1, destinations: [2, 1] },
    edited,
  );
  emulator.requests.clear();
  expect(await accept("--yes")).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining("warning") as string,
  });
  expect(read("alerts.yaml")).toBe(
    alerts(
      cpu
        .replace(
          "of all servers",
          "of all servers\n    annotations: |-\n      costs $$$${money}\n      ask Jo",
        )
        .replace(
          '["#db-alerts"] # the channel',
          '["DBA team mail", On-call PagerDuty] # the channel\n    host_types: [mysql]\n    disabled: true',
        )
        .replace("900000", "850000"),
      deployed,
    ),
  );
  expect(writesTo(emulator)).toEqual([]);
  expect((await dbmon("plan", "alerts.yaml", "--detailed-exitcode")).code).toBe(0);
  expect((await accept("--yes")).stdout).toContain("Accept: 0 alerts.");
});

it("without a terminal and --yes nothing is written, and the exit code is 3", async () => {
  const { emulator, accept } = await setUp();
  await editLive(emulator, 1, {}, edited);
  const before = read("alerts.yaml");
  const run = await accept();
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("Not confirmed. Nothing was written.");
  expect(read("alerts.yaml")).toBe(before);
});

it("only named alerts are accepted, and unknown names are an error with near names", async () => {
  const { emulator, accept } = await setUp();
  await editLive(emulator, 1, {}, edited);
  await editLive(emulator, 2, { policy: 2 });
  expect((await accept("--alert", "Dep*", "--yes")).code).toBe(0);
  expect(read("alerts.yaml")).toContain("trigger: 900000");
  expect(read("alerts.yaml")).toContain("policy: At most once every 15 minutes");
  const unknown = await accept("--alert", "CPU hig");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toBe(
    'error: No definition is named "CPU hig", the value of --alert.\n  Did you mean "CPU high"?\n',
  );
});

it("a shared value is not edited, the places are reported, and other alerts are accepted", async () => {
  const shared = `x-team: &team\n  policy: Every time\n${alerts(cpu)}
  - { <<: *team, name: One, event: { categories: [deploy] } }
  - { <<: *team, name: Two, event: { categories: [deploy] } }
`;
  const { emulator, accept } = await setUp("alerts.yaml", shared);
  await editLive(emulator, 1, {}, edited);
  await editLive(emulator, 2, { policy: 3 });
  const run = await accept("--yes");
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(
    'warning: alerts.yaml:15:5: "One": policy was not edited. Its value at alerts.yaml:2:11 is shared through an anchor by ' +
      "alerts.yaml:15:5, alerts.yaml:16:5.",
  );
  expect(read("alerts.yaml")).toContain("trigger: 850000");
  expect(read("alerts.yaml")).toContain("x-team: &team\n  policy: Every time\n");
});

it("CRLF, a byte order mark, the mode and links of a file are kept", async () => {
  const text = `\ufeff${alerts(cpu).replaceAll("\n", "\r\n")}`;
  const { emulator, accept } = await setUp("alerts.yaml", text);
  renameSync(join(bench.folder(), "alerts.yaml"), join(bench.folder(), "target.yaml"));
  symlinkSync("target.yaml", join(bench.folder(), "alerts.yaml"));
  chmodSync(join(bench.folder(), "target.yaml"), 0o640);
  await editLive(emulator, 1, {}, edited);
  expect((await accept("--yes")).code).toBe(0);
  const lines = text
    .replace("900000", "850000")
    .replace("# the channel\r\n", "# the channel\r\n    host_types: [mysql]\r\n");
  expect(read("target.yaml")).toBe(lines);
  expect(lstatSync(join(bench.folder(), "alerts.yaml")).isSymbolicLink()).toBe(true);
  expect(statSync(join(bench.folder(), "target.yaml")).mode & 0o777).toBe(0o640);
});

it("a file with several kinds of line breaks is an error, and not changed", async () => {
  const text = alerts(cpu).replace("\n", "\r\n");
  const { emulator, accept } = await setUp("alerts.yaml", text);
  await editLive(emulator, 1, {}, edited);
  const run = await accept("--yes");
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("alerts.yaml: The line breaks of the file differ. Nothing was written.");
  expect(read("alerts.yaml")).toBe(text);
});

it("a deleted alert is reported, and its definition is removed only with --include-deletions", async () => {
  const { emulator, accept } = await setUp();
  await send(emulator.url, "DELETE", "/api/v2/config/alerts/1", { token });
  const run = await accept("--yes");
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(
    "The alert does not exist in the service.\n  To remove the definition, set --include-deletions.",
  );
  const removal = await accept("--yes", "--include-deletions");
  expect(removal.stdout).toContain('alerts.yaml:3: remove "CPU high"');
  expect(read("alerts.yaml")).toBe(alerts(deployed));
});

it("a renamed alert is accepted with the proof of a saved plan", async () => {
  const { emulator, accept, dbmon } = await setUp();
  expect((await dbmon("plan", "alerts.yaml", "--out", "plan.json")).code).toBe(0);
  await editLive(emulator, 1, { name: "CPU: it's high" }, { trigger: 850000 });
  const unproven = await accept("--yes");
  expect(unproven.code).toBe(2);
  expect(unproven.stderr).toContain("set --plan to a saved plan or a Terraform state with its ID");
  const run = await accept("--yes", "--plan", "plan.json");
  expect(run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('name: "CPU high" -> "CPU: it\'s high"') as string,
  });
  expect(read("alerts.yaml")).toBe(
    alerts(cpu.replace("'CPU high'", "'CPU: it''s high'").replace("900000", "850000"), deployed),
  );
  expect((await dbmon("plan", "alerts.yaml", "--detailed-exitcode")).code).toBe(0);
});

it("an alert that was created again with the other kind is reported, and other alerts are accepted", async () => {
  const { emulator, accept } = await setUp();
  const { url } = emulator;
  const path = "/api/v2/config/alerts";
  await send(url, "DELETE", `${path}/2`, { token });
  const body = { name: "Deployed", type: 2, policy: 1, disabled: 0, destinations: [1] };
  const created = await send(url, "POST", path, { token, body });
  const { id } = created.json as { id: number };
  const config = {
    hosts: [],
    host_types: [],
    metric: "os.cpu.user_us",
    alert_level: "warn",
    trigger: 2,
    reset: 1,
    duration: 1,
  };
  expect((await send(url, "PUT", `${path}/${id}/config`, { token, body: config })).status).toBe(200);
  await editLive(emulator, 1, {}, edited);
  const run = await accept("--yes");
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(
    '"Deployed": The alert was not edited. The live alert is of the other kind.\n  Change the definition.\n',
  );
  expect(read("alerts.yaml")).toContain("trigger: 850000");
  expect(read("alerts.yaml")).toContain(deployed.trim());
});

it("unmanaged alerts are defined in a new file with --include-unmanaged", async () => {
  const { emulator, dbmon } = await setUp("team/alerts.yaml");
  const body = { name: "By hand", annotations: "", policy: 1, type: 1, disabled: 0, destinations: [2] };
  const { json } = await send(emulator.url, "POST", "/api/v2/config/alerts", { token, body });
  const path = `/api/v2/config/alerts/${(json as { id: number }).id}/config`;
  const config = { hosts: [], host_types: [], categories: ["deploy"] };
  expect((await send(emulator.url, "PUT", path, { token, body: config })).status).toBe(200);
  const accept = (...args: string[]) => dbmon("accept", "team", "--window", "0", "--yes", ...args);
  expect((await accept()).stdout).toContain("Accept: 0 alerts.");
  const run = await accept("--include-unmanaged", "By*");
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toContain("--- /dev/null\n+++ b/team/accepted.yaml\n");
  expect(read("team/accepted.yaml")).toContain(
    '- name: By hand\n    policy: Every time\n    destinations: ["On-call PagerDuty"]\n'.replaceAll('"', ""),
  );
  expect((await dbmon("plan", "team")).stdout).toContain("No changes. 3 in sync.");
});

it("a mute and ignored attributes are not accepted", async () => {
  const muted = cpu.replace(
    "    threshold:",
    "    muted: { until: 2090-01-01T00:00:00Z }\n    ignore: [policy]\n    threshold:",
  );
  const { emulator, accept } = await setUp("alerts.yaml", alerts(muted));
  await editLive(emulator, 1, { policy: 3 });
  expect(await accept("--yes")).toMatchObject({ code: 0, stderr: "" });
  await editLive(emulator, 1, { disabled: 0 });
  const run = await accept("--yes");
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("The alert differs in its mute, which is not accepted.");
  expect(read("alerts.yaml")).toBe(alerts(muted));
});

describe("with environments", () => {
  const config = (url: string) => `# The environments.
environments:
  staging:
    base_url: ${url}
    api_token: { env: DBMON_STAGING_TOKEN }
    values: { limit: 900000, channel: "#db-alerts" } # of staging
  production:
    base_url: ${url}
    api_token: { env: DBMON_PRODUCTION_TOKEN }
    values: { limit: 700000, channel: On-call PagerDuty }
`;
  const valued = cpu.replace("900000", "${limit}").replace("#db-alerts", "${channel}");

  async function inStaging(text: string) {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    bench.write("dbmon.yaml", config(emulator.url));
    bench.write("alerts.yaml", text);
    const environment = { DBMON_STAGING_TOKEN: token, DBMON_PRODUCTION_TOKEN: "another-token" };
    const dbmon = (...args: string[]) => bench.dbmon([...args, "--environment", "staging"], { environment });
    expect((await dbmon("apply", "--yes", "--parallel", "1")).code).toBe(0);
    return {
      emulator,
      dbmon,
      accept: (...args: string[]) => dbmon("accept", "--window", "0", "--yes", ...args),
    };
  }

  it("a literal of several environments gets an override of this environment", async () => {
    const { emulator, accept, dbmon } = await inStaging(alerts(valued));
    await editLive(emulator, 1, { policy: 2 }, { reset: 600000 });
    expect(await accept()).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining("warning") as string,
    });
    expect(read("alerts.yaml")).toBe(`${alerts(valued)}    overrides:
      staging:
        policy: At most once every 15 minutes
        threshold:
          reset: 600000
`);
    expect((await dbmon("plan", "--detailed-exitcode")).code).toBe(0);
    // Then the override has one user.
    await editLive(emulator, 1, { policy: 3 });
    expect((await accept()).code).toBe(0);
    expect(read("alerts.yaml")).toContain("        policy: At most once an hour\n");
  });

  it("a value of dbmon.yaml with one user is changed there, and one with several is reported", async () => {
    const { emulator, accept } = await inStaging(
      alerts(valued, valued.replace("CPU high", "CPU low").replace("${limit}", "5")),
    );
    await editLive(emulator, 1, {}, { trigger: 850000 });
    await editLive(emulator, 2, { destinations: [2] });
    const before = read("alerts.yaml");
    const run = await accept();
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(
      "destinations was not edited. Its value ${channel} is defined at dbmon.yaml:6:39, and used by alerts.yaml:3:5, alerts.yaml:14:5.",
    );
    expect(read("dbmon.yaml")).toBe(config(emulator.url).replace("limit: 900000", "limit: 850000"));
    expect(read("alerts.yaml")).toBe(before);
  });
});

it("the document has the changes of each alert and a patch", async () => {
  const { emulator, accept } = await setUp();
  await editLive(emulator, 1, {}, { trigger: 850000 });
  const run = await accept("--json", "--dry-run");
  const document = JSON.parse(run.stdout) as Record<string, unknown>;
  expect(document).toMatchObject({
    alerts: [
      {
        name: "CPU high",
        id: 1,
        status: "accepted",
        fields: [
          {
            path: ["threshold", "trigger"],
            from: 900000,
            to: 850000,
            where: { file: "alerts.yaml", line: 9 },
          },
        ],
      },
    ],
    files: ["alerts.yaml"],
    patch: expect.stringContaining("+      trigger: 850000 # microseconds\n") as string,
  });
});
