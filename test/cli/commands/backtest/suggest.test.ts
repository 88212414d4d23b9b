/** `dbmon backtest --suggest`: the table, the edit of the definition, and what is refused. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, environmentOf } from "../../../support/command";
import { expectToMatchSchema } from "../../documents";
import { onTerminal } from "../../on-terminal";

const bench = commandBench();

const day = 86_400;
/** Six days ago. */
const start = Math.floor(Date.now() / 1000 / 3600) * 3600 - 6 * day;
const host = "db-1.shop.example";

const cpu = `
  - name: CPU is saturated
    policy: Every time
    destinations: ["#db-alerts"]
    hosts: [${host}]
    # Keep it below the limit of the host.
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: 900000, duration: 1m, reset: 700000 }
`;
const deploys = `
  - name: Deployments
    policy: Every time
    destinations: ["#db-alerts"]
    event: { categories: [code deployment] }
`;

/** Twelve excursions, six hours apart: each is higher and one minute longer than the previous one. */
function excursions(): readonly (readonly [time: number, value: number])[] {
  return Array.from({ length: 12 }, (_, index) => [
    [start + index * 21_600, 905_123 + index * 7001] as const,
    [start + index * 21_600 + (index + 2) * 60, 650_000] as const,
  ]).flat();
}

const rows = excursions().map(([time, value]) => `${time},${host},os.cpu.user_us,${value}\n`);
const suggested = ["--alert", "CPU*", "--metrics", "metrics.csv", "--max-firings", "5/7d", "--suggest"];

async function prepare(definitions = cpu + deploys) {
  const environment = environmentOf(await bench.emulator());
  bench.write("alerts.yaml", alerts(definitions));
  bench.write("metrics.csv", `time,host,metric,value\n${rows.join("")}`);
  const run = (...args: string[]) => bench.dbmon(["backtest", "alerts.yaml", ...args], { environment });
  return { environment, run, text: () => readFileSync(join(bench.folder(), "alerts.yaml"), "utf8") };
}

it("[FIRE-1] prints a row for each duration, the change as a diff, and what it means, and writes nothing", async () => {
  const { run, text } = await prepare();
  const before = text();
  const { code, stdout, stderr } = await run(...suggested);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(
    [
      "DURATION    TRIGGER  FIRINGS  LONGEST MISSED INCIDENT",
      "1 minute     950000        5  7m",
      "5 minutes    950000        5  7m",
      "15 minutes   700000        0  12m",
      "30 minutes   700000        0  12m",
      "1 hour       700000        0  12m",
      "",
      'Suggestion for "CPU is saturated" and --max-firings 5/7d: trigger: 900000 -> 950000.',
      "At 930,000 on db-1.shop.example for 1 minute: before crit to #db-alerts; after nothing.",
      "--- a/alerts.yaml",
    ].join("\n"),
  );
  expect(stdout).toContain(
    "\n+    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: 950000, duration: 1m, ",
  );
  expect(text()).toBe(before);
});

it("has the same in JSON and in Markdown", async () => {
  const { run } = await prepare();
  const json = await run(...suggested, "--json", "--report", "markdown=suggestion.md");
  const document: unknown = JSON.parse(json.stdout);
  expectToMatchSchema("backtest.schema.json", document);
  expect(document).toMatchObject({
    suggestion: {
      alert: "CPU is saturated",
      limit: "5/7d",
      triggers: [
        { duration: 1, trigger: 950_000, smallest_trigger: 947_129, firings: 5, missed_seconds: 420 },
        { duration: 2, trigger: 950_000, smallest_trigger: 947_129, firings: 5, missed_seconds: 420 },
        { duration: 3, trigger: 700_000, smallest_trigger: 700_000, firings: 0, missed_seconds: 720 },
        { duration: 4 },
        { duration: 5 },
      ],
      policies: [],
      fields: [{ path: ["threshold", "trigger"], from: 900_000, to: 950_000 }],
      files: ["alerts.yaml"],
    },
  });
  const markdown = readFileSync(join(bench.folder(), "suggestion.md"), "utf8");
  expect(markdown).toContain("duration: 1 minute, trigger: 950000, firings: 5, longest missed incident: 7m");
  expect(markdown).toContain("trigger: 900000 -\\> 950000");
});

it("--write asks, --yes does not, and the written definition meets the limit", async () => {
  const { run, text, environment } = await prepare();
  const before = text();
  const limit = suggested.slice(0, -1);
  expect(await run(...limit)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("would have fired more than 5 times within 7d") as string,
  });
  const unanswered = await run(...suggested, "--write");
  expect(unanswered.code).toBe(3);
  expect(unanswered.stderr).toContain("Not confirmed. Nothing was written.");
  expect(text()).toBe(before);
  let isAnswered = false;
  const declined = await onTerminal(bench, ["backtest", "alerts.yaml", ...suggested, "--write"], {
    environment,
    onOutput: (shown, type) => {
      if (isAnswered || !shown.includes("Write the suggested settings to alerts.yaml?")) return;
      isAnswered = true;
      type("no\n");
    },
  });
  expect({ code: declined.code, isAnswered }).toEqual({ code: 3, isAnswered: true });
  expect(text()).toBe(before);
  const written = await run(...suggested, "--write", "--yes");
  expect(written).toMatchObject({ code: 0, stderr: "" });
  expect(written.stdout).toContain("Wrote alerts.yaml.");
  expect(text()).toBe(before.replace("900000", "950000"));
  expect((await run(...limit)).code).toBe(0);
  const again = await run(...suggested, "--write", "--yes");
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("the definition needs no change");
});

it("[FIRE-4] tries the policies of an event alert", async () => {
  const { run, text } = await prepare();
  const { code, stdout } = await run(
    "--alert",
    "Deployments",
    "--max-firings",
    "3/7d",
    "--suggest",
    "--write",
    "--yes",
  );
  expect(code).toBe(0);
  expect(stdout).toContain("POLICY                         FIRINGS  MEETS THE LIMIT\n");
  expect(stdout).toMatch(/Every time +6 {2}no\n/);
  expect(stdout).toMatch(/At most once a day +3 {2}yes\n/);
  expect(text()).toContain("  - name: Deployments\n    policy: At most once a day\n");
  const none = await run("--alert", "Deployments", "--max-firings", "0/7d", "--suggest");
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('"Deployments": No setting of the alert meets --max-firings 0/7d.');
  expect(none.stdout).not.toContain("Suggestion for");
});

it("says that the suggestion for a disabled alert is for the enabled one", async () => {
  const { run } = await prepare(cpu.replace("policy:", "disabled: true\n    policy:") + deploys);
  const { code, stdout } = await run(...suggested);
  expect(code).toBe(0);
  expect(stdout).toContain('"CPU is saturated": 0 firings in 14d (disabled)\n');
  expect(stdout).toContain(
    "At 930,000 on db-1.shop.example for 1 minute: before crit to #db-alerts; after nothing.\n" +
      "The alert is disabled. The suggestion is for the enabled alert.\n",
  );
});

it("completes an interrupted write of --write first", async () => {
  const { run, text } = await prepare();
  const before = text();
  const after = before.replace("900000", "950000");
  const hash = createHash("sha256").update(before).digest("hex");
  bench.write(".dbmon-edits", JSON.stringify([{ path: "alerts.yaml", before: hash }]));
  bench.write("alerts.yaml.dbmon-edits.tmp", after);
  const { code, stdout, stderr } = await run(...suggested, "--write", "--yes");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "Completed an interrupted write: alerts.yaml.\n" });
  expect(stdout).toContain("the definition needs no change");
  expect(text()).toBe(after);
});

describe("wrong input", () => {
  const cases = [
    ["--suggest", ["--suggest"], "--suggest has no effect without --max-firings."],
    ["--write", ["--write"], "--write has no effect without --suggest."],
    ["--yes", ["--yes"], "--yes has no effect without --write."],
    ["--metrics-host", ["--metrics-host", "instance"], "--metrics-host has no effect without --metrics."],
    ["two alerts", suggested.slice(2), "--suggest needs one alert, but 2 are selected."],
    [
      "an unknown alert",
      [...suggested, "--alert", "CPU is sturated"],
      'No definition is named "CPU is sturated"',
    ],
    [
      "no values",
      ["--alert", "CPU*", "--max-firings", "5/7d", "--suggest"],
      "--suggest needs values of the metric of a threshold alert.",
    ],
  ] as const;

  it.each(cases)("%s is an error", async (_, args, message) => {
    const { run } = await prepare();
    const { code, stderr, stdout } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });
});
