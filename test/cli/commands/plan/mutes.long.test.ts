/** Definitions with `muted`: plans, applies and drift before and after the end of the mute. Each run sets the clocks of process and service. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EventWire } from "../../../../src/service";
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";
import { callService, shopSeed } from "../../../support/emulator";
import { clockAhead } from "../../../support/programs";
import { editLive } from "../../edit-live";

const bench = commandBench();

const until = "2026-12-24T08:00:00Z";
const before = "2026-12-21T08:00:00Z";
const after = "2026-12-24T09:00:00Z";

const deploys = (more: string) => `
  - name: Deploys
    policy: 1
    destinations: [1]
    event: { categories: [deploy] }
    ${more}
`;

async function setUp(more = `muted: { until: ${until} }`, events: readonly EventWire[] = []) {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const emulator = await bench.emulator({ seed: { ...shopSeed(), events }, clock });
  const file = bench.write("alerts.yaml", alerts(deploys(more)));
  /** Runs the command at a time. */
  const at = (time: string, ...args: string[]) => {
    aheadMs = Date.parse(time) - Date.now();
    return bench.dbmon(args, { environment: { ...environmentOf(emulator), ...clockAhead(aheadMs) } });
  };
  const live = async () => {
    const { data } = (await callService(emulator, "GET", "/config/alerts")) as {
      data: { id: number; name: string; disabled: number }[];
    };
    const found = data.find(({ name }) => name === "Deploys");
    if (found === undefined) throw new Error("The alert does not exist.");
    return found;
  };
  /** Disables or enables the alert by hand. */
  const setDisabled = async (disabled: 0 | 1) => editLive(emulator, (await live()).id, { disabled });
  return { emulator, file, at, live, setDisabled };
}

const json = (text: string) => JSON.parse(text) as Record<string, never>;

it("creates the alert disabled, keeps it without changes until the end, and then enables it", async () => {
  const { emulator, file, at, live } = await setUp();
  const created = await at(before, "apply", file, "--yes");
  expect(created.stdout).toContain('+ "Deploys" will be created, muted until 2026-12-24T08:00Z (3 days)\n');
  expect(await live()).toMatchObject({ disabled: 1 });

  emulator.requests.clear();
  const muted = await at("2026-12-24T07:00:00Z", "plan", file, "--detailed-exitcode");
  expect(muted).toMatchObject({ code: 0, stderr: "" });
  expect(muted.stdout).toContain('= "Deploys" is in sync, muted until 2026-12-24T08:00Z (1 hour)\n');
  expect(muted.stdout).toContain("Plan: No changes. 1 in sync, 1 muted");

  const ended = await at(after, "plan", file, "--detailed-exitcode");
  expect(ended.code).toBe(2);
  expect(ended.stdout).toMatch(
    /^~ "Deploys" will be updated \(id \d+\), mute ended at 2026-12-24T08:00Z \(1 hour ago\)\n/,
  );
  expect(ended.stdout).toContain("    disabled: true -> false\n");
  const lifted = await at(after, "apply", file, "--yes", "--json");
  expect(json(lifted.stdout)).toMatchObject({
    plan: {
      changes: [{ action: "update", mute: "mute ended", desired: { disabled: false, muted: { until } } }],
    },
    results: [{ outcome: "done" }],
  });
  expect(writesTo(emulator)).toHaveLength(1);
  expect(await live()).toMatchObject({ disabled: 0 });
  expect(await at(after, "plan", file, "--detailed-exitcode")).toMatchObject({ code: 0 });
});

it.each([
  `muted: { until: "${until}" }`,
  `muted: { until: 2026-12-24T09:00:00+01:00 }`,
  `muted: { until: 2026-12-24 03:00:00-05:00 }`,
  `muted: { until: 2026-12-24t08:00:00.000z }`,
  `muted: { until: ${until} }\n    disabled: false`,
])("accepts %j", async (more) => {
  const { file, at } = await setUp(more);
  const run = await at(before, "plan", file, "--json");
  expect(json(run.stdout)).toMatchObject({
    changes: [{ mute: "muted", desired: { disabled: true, muted: { until } } }],
  });
});

it.each([
  [
    "muted: { until: 2026-12-24T08:00:00 }",
    "Add the zone: 2026-12-24T08:00:00Z for UTC, or an offset such as +01:00.",
  ],
  ["muted: { until: 2026-12-24T08:00Z }", "Add the seconds: 2026-12-24T08:00:00Z."],
  ["muted: { until: 2026-12-24T08:00 }", "Add the seconds and a zone: 2026-12-24T08:00:00Z."],
  ["muted: { until: 2026-12-24 }", "Add a time and a zone: 2026-12-24T08:00:00Z."],
  ["muted: { until: 2026-02-30T08:00:00Z }", "Use an existing date"],
  ["muted: { until: 9999-12-31T23:59:59-01:00 }", "in the years 0000 to 9999"],
  ["muted: { until: 2026-12-31T23:59:60Z }", "Leap seconds are not supported."],
  ["muted: { until: tomorrow }", "Write a time with a zone, for example 2090-12-24T08:00:00Z."],
  ["muted: { until: '' }", "muted.until is an empty string."],
  ["muted: { until: 1798099200 }", "Write the time: 2026-12-24T08:00:00Z."],
  [
    "muted: { until: 2026-12-24T08:00:00+0100 }",
    "Write the hours and minutes of the offset: 2026-12-24T08:00:00+01:00.",
  ],
  ["muted:", "muted is null."],
  [`muted: { until: ${until} }\n    disabled: true`, "The alert has both disabled and a mute"],
  [
    `muted: { until: ${until} }\n    ignore: [disabled]`,
    "The alert has a mute and ignores changes of disabled",
  ],
])("refuses %j at its line", async (more, message) => {
  const { file, at } = await setUp(more);
  const run = await at(before, "check", file);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^error: alerts\.yaml:6:\d+: "Deploys"/);
  expect(run.stdout.replace(/\s+/g, " ")).toContain(message);
});

it("refuses a mute in a file whose ignore contains disabled", async () => {
  const { file, at } = await setUp();
  writeFileSync(
    join(bench.folder(), file),
    `ignore: [disabled]\n${alerts(deploys(`muted: { until: ${until} }`))}`,
  );
  expect(await at(before, "plan", file)).toMatchObject({ code: 1 });
});

it("treats the years 0000 and 9999 as any other, and warns about more than 90 days", async () => {
  const long = "The alert is muted for more than 90 days.";
  const { file, at } = await setUp("muted: { until: 0000-01-01T00:00:00Z }");
  const past = await at(before, "plan", file, "--json");
  const ended = expect.stringMatching(
    /^The mute ended at 0000-01-01T00:00Z \(\d+ days ago\)\. The new alert is created enabled\.$/,
  ) as string;
  expect(json(past.stdout)).toMatchObject({
    changes: [{ desired: { disabled: false } }],
    problems: [{ severity: "warning", what: ended }],
  });
  bench.write(file, alerts(deploys("muted: { until: 9999-12-31T23:59:59Z }")));
  expect((await at(before, "check", file)).stdout).toMatch(/^warning: .* is muted for more than 90 days/);
  bench.write(file, alerts(deploys("muted: { until: 2027-03-21T09:00:00Z }")));
  const checked = await at(before, "check", file);
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stdout).toContain(`warning: alerts.yaml:6:21: "Deploys", field muted.until: ${long}`);
  const planned = await at(before, "plan", file, "--json");
  expect(json(planned.stdout)).toMatchObject({ problems: [{ severity: "warning", what: long }] });
  bench.write(file, alerts(deploys("muted: { until: 2027-03-21T07:00:00Z }")));
  expect((await at(before, "check", file)).stdout).toBe("");
});

describe("drift", () => {
  const drift = ["drift", "--detailed-exitcode", "--window", "1"];

  it("names the end of a mute, at once, and not as drift", async () => {
    const { file, at } = await setUp();
    await at(before, "apply", file, "--yes");
    expect(await at(before, ...drift, file)).toMatchObject({ code: 0 });
    const ended = await at(after, "drift", "--detailed-exitcode", file);
    expect(ended).toMatchObject({ code: 2, stderr: "" });
    expect(ended.stdout).toMatch(
      /^mute ended: "Deploys" is disabled \(id \d+\), mute ended at 2026-12-24T08:00Z \(1 hour ago\)\n/,
    );
    expect(ended.stdout).toContain("Drift: 0 in sync, 0 drifted, 1 with a mute that ended");
    const document = json((await at(after, ...drift, file, "--json")).stdout);
    expect(document).toMatchObject({
      alerts: [{ status: "mute ended", muted: { until }, fields: [{ path: ["disabled"] }] }],
    });
  });

  it("reports a mute that was lifted by hand, and other changes after its end, as drift", async () => {
    const { file, at, setDisabled } = await setUp();
    await at(before, "apply", file, "--yes");
    await setDisabled(0);
    const lifted = await at(before, ...drift, file);
    expect(lifted.code).toBe(2);
    expect(lifted.stdout).toContain('drifted: "Deploys" differs');
    await setDisabled(1);
    bench.write(file, alerts(deploys(`muted: { until: ${until} }\n    annotations: other`)));
    const changed = await at(after, ...drift, file);
    expect(changed.code).toBe(2);
    expect(changed.stdout).toContain('drifted: "Deploys" differs');
  });
});

describe("a saved plan", () => {
  it("is refused as stale if its mute has ended since", async () => {
    const { emulator, file, at } = await setUp();
    await at(before, "plan", file, "--out", "plan.json");
    const shown = await at("2026-12-23T08:00:00Z", "show", "plan.json");
    expect(shown.stdout).toContain("muted until 2026-12-24T08:00Z (1 day)");
    const run = await at(after, "apply", "--yes", "--plan", "plan.json");
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("muted until 2026-12-24T08:00Z (ended)");
    expect(run.stderr).toContain(
      '"Deploys": The mute of the alert ended at 2026-12-24T08:00Z, after the plan was made.',
    );
    expect(run.stderr).toContain("The plan is stale. Nothing was written.");
    expect(writesTo(emulator)).toEqual([]);
    expect(await at(before, "apply", "--yes", "--plan", "plan.json")).toMatchObject({ code: 0 });
  });

  it("cannot have a mute without a zone", async () => {
    const { file, at } = await setUp();
    await at(before, "plan", file, "--out", "plan.json");
    const path = join(bench.folder(), "plan.json");
    writeFileSync(path, readFileSync(path, "utf8").replace(until, "2026-12-24T08:00:00"));
    expect((await at(before, "apply", "--yes", "--plan", "plan.json")).stderr).toContain("muted.until");
  });
});

it("shows mutes in every format", async () => {
  const { file, at } = await setUp();
  const muted = "muted until 2026-12-24T08:00Z (3 days)";
  for (const form of ["text", "github", "junit"])
    expect((await at(before, "plan", file, "--format", form)).stdout).toContain(muted);
  const markdown = (text: string) => text.replaceAll("\\", "");
  expect(markdown((await at(before, "plan", file, "--format", "markdown")).stdout)).toContain(muted);
  await at(before, "apply", file, "--yes");
  for (const form of ["text", "github", "junit", "markdown"]) {
    expect(markdown((await at(before, "plan", file, "--format", form)).stdout)).toContain(muted);
    expect((await at(after, "plan", file, "--format", form)).stdout).toContain("mute ended");
    expect((await at(after, "drift", file, "--format", form)).stdout).toContain("mute ended");
  }
  expect((await at(after, "drift", file, "--format", "junit")).stdout).toContain('failures="1"');
});

it("has no firings in a back-test and notifies nobody until its end", async () => {
  const start = Math.floor(Date.parse(before) / 1000) - 3600;
  const event: EventWire = {
    start,
    type: "deploy",
    uuid: "1".padStart(32, "0"),
    message: "deploy",
    duration: 0,
    level: "info",
    digest: "1",
  };
  const { file, at } = await setUp(undefined, [{ ...event, host: 1 }]);
  const backtest = async (time: string) => {
    const { stdout } = await at(time, "backtest", file, "--since", "14d", "--json");
    return json(stdout);
  };
  const routes = async (time: string) => (await at(time, "routes", file, "--event", "deploy")).stdout;
  expect(await backtest(before)).toMatchObject({
    alerts: [{ backtest: { after: { events: 1, firings: 0 } } }],
  });
  expect(await backtest(after)).toMatchObject({
    alerts: [{ backtest: { after: { events: 1, firings: 1 } } }],
  });
  expect(await routes(before)).not.toContain("DBA team mail");
  expect(await routes(after)).toContain("DBA team mail");
});

it("has a reason, which reports show", async () => {
  const { file, at } = await setUp(`muted: { until: ${until}, reason: load tests }`);
  const planned = await at(before, "plan", file);
  expect(planned.stdout).toMatch(/muted until 2026-12-24T08:00Z \([^)]+\): "load tests"\n/);
  await at(before, "apply", file, "--yes");
  const ended = 'mute ended at 2026-12-24T08:00Z (1 hour ago): "load tests"\n';
  expect((await at(after, "plan", file)).stdout).toContain(ended);
  expect((await at(after, "drift", file)).stdout).toContain(ended);
});

it("is not exported", async () => {
  const { file, at } = await setUp();
  await at(before, "apply", file, "--yes");
  for (const language of ["yaml", "hcl", "typescript"]) {
    const folder = join(bench.folder(), language);
    expect(await at(before, "export", "--to", language, "--out", folder)).toMatchObject({ code: 0 });
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.\w+$/.test(name),
    );
    const strings = files.map((name) => readFileSync(join(folder, name), "utf8"));
    expect(strings.join("")).toContain("Deploys");
    expect(strings.join("")).not.toContain("muted");
  }
});

it("does not disable alerts in tests without a date", async () => {
  const { at } = await setUp();
  const test = (change: string) =>
    bench.write(
      "a.test.yaml",
      `tests:\n  - name: fires\n    events: [{ at: 1m, type: deploy }]\n    expect: { Deploys: [{ fires: 1m }] }\n${change}`,
    );
  test("");
  expect(await at(before, "test")).toMatchObject({ code: 0 });
  test(`    changes: [{ at: 0s, alert: Deploys, set: { muted: { until: ${until} } } }]\n`);
  const run = await at(before, "test");
  expect(run.code).toBe(1);
  expect(run.stdout + run.stderr).toContain("A test cannot change muted.");
});
