/** The HTML page of reports: its content and order, its validity, and that no name in it can become markup. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemUrl } from "../../src/diagnostics";
import { type SeedAlert } from "../../src/emulator";
import { type EventWire } from "../../src/service";
import { alerts, commandBench, cpuHigh, deployed, environmentOf } from "../support/command";
import { shopSeed } from "../support/emulator";
import { findInvalidHtml } from "../support/markup";

const bench = commandBench();

const kept = `\n  - { name: Kept, policy: 1, event: { categories: [x] } }\n`;

/** An environment and definitions whose plan creates, updates, disables, replaces and deletes alerts. */
async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  const noted = `\n  - { name: Noted, policy: 1, annotations: "Call Ann about the disk", event: { categories: [x] } }\n`;
  await dbmon("apply", bench.write("alerts.yaml", alerts(cpuHigh, deployed, kept, noted)), "--yes");
  const file = bench.write(
    "alerts.yaml",
    alerts(
      cpuHigh.replace("0.9,", "0.95,").replace("policy: 2", "policy: 2\n    disabled: true"),
      `\n  - { name: Deployed, policy: 1, threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 2, duration: 1, reset: 1 } }\n`,
      noted.replace("Call Ann about", "Call Bob (https://wiki.example/disk) about"),
      `\n  - { name: New, policy: 1, destinations: [1], event: { categories: [y] } }\n`,
    ),
  );
  const read = (name: string) => readFileSync(join(bench.folder(), name), "utf8");
  return { emulator, environment, dbmon, file, read };
}

const prune = ["--prune", "Kept", "--max-deletes", "2"];

/** The cells of the table of a section, by rows. */
function tableOf(page: string, label: string): string[][] {
  const table = new RegExp(`aria-label="${label}".*?</table>`, "s").exec(page)?.[0] ?? "";
  const text = (cell: string) => cell.replace(/<[^>]*>|\n/g, "");
  return (table.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) =>
    (row.match(/<t[hd].*?<\/t[hd]>/gs) ?? []).map(text),
  );
}

/** The strings in the order of the page. */
function expectInOrder(page: string, ...strings: readonly string[]): void {
  let from = 0;
  for (const text of strings) {
    const index = page.indexOf(text, from);
    expect(index === -1 ? `missing after ${from}: ${text}` : text).toBe(text);
    from = index + text.length;
  }
}

describe("the page of a plan", () => {
  it("has the verdict, then what ends notifications, then all other changes, and is valid", async () => {
    const { emulator, dbmon, file } = await setUp();
    const { code, stdout } = await dbmon("plan", file, ...prune, "--format", "html");
    expect(code).toBe(0);
    expectInOrder(
      stdout,
      "<h1>Deletes 1 alert, replaces 1 alert, disables 1 alert, updates 1 alert, creates 1 alert.</h1>",
      emulator.url,
      "Planned",
      " by dbmon ",
      "Fingerprint",
      '<li class="delete" data-verb="delete"><b>1</b> delete</li>',
      '<li class="change" data-verb="disable"><b>1</b> disable</li>',
      "no active alert notifies destination 2",
      "Deletions and mutes",
      "<bdi>Deployed</bdi>",
      "The alert is deleted and created again, with a new id.",
      "<bdi>Kept</bdi>",
      "When an event x occurs on any host; every time.",
      "<bdi>CPU high</bdi>",
      "<ins>Disabled: </ins>warn when os.cpu.user_us is above <del>0.9</del><ins>0.95</ins> for 5 minutes",
      "<h2>Destinations</h2>",
      "<h2>Notifications</h2>",
      "<h2>Other changes</h2>",
      "<bdi>New</bdi>",
      "<bdi>Noted</bdi>",
      "Call <del>Ann</del><ins>Bob (https://wiki.example/disk)</ins> about the disk",
      "Runbook: https://wiki.example/disk</a>",
      "Written by dbmon",
    );
    expect(findInvalidHtml(stdout)).toEqual([]);
  });

  it("is written by --report too, and show writes the same page from the saved plan without a service", async () => {
    const { dbmon, file, read } = await setUp();
    await dbmon("plan", file, ...prune, "--report", "html=plan.html", "--out", "plan.json");
    const shown = await bench.dbmon(["show", "plan.json", "--format", "html"]);
    expect(shown.code).toBe(0);
    const withoutFooter = (page: string) => page.replace(/<footer>.*?<\/footer>/s, "").trim();
    expect(withoutFooter(shown.stdout)).toBe(withoutFooter(read("plan.html")));
  });

  it("links to the code, to the live alert and to the anchor of each alert", async () => {
    const { dbmon, file } = await setUp();
    bench.write(
      "dbmon.yaml",
      `code_url: "https://git.example/{file}?line={line}"
alert_url: "https://monitor.example/alerts/{id}?name={name}"
`,
    );
    const { stdout } = await dbmon("plan", file, ...prune, "--format", "html", "--out", "plan.json");
    const shown = await bench.dbmon(["show", "plan.json", "--format", "html"]);
    for (const page of [shown.stdout, (await dbmon("check", file, "--format", "html")).stdout])
      expect(page).toContain('href="https://git.example/alerts.yaml?line=2"');
    expect(stdout).toContain('href="https://git.example/alerts.yaml?line=2"');
    expect(stdout).toMatch(/href="https:\/\/monitor\.example\/alerts\/\d+\?name=CPU%20high"/);
    const ids = [...stdout.matchAll(/<details[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(stdout).toContain(`href="#${id ?? ""}"`);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "GitHub Actions",
      { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "shop/alerts", GITHUB_SHA: "abc" },
      "https://github.com/shop/alerts/blob/abc/alerts.yaml#L2",
    ],
    [
      "GitLab CI",
      { CI_PROJECT_URL: "https://gitlab.example/shop/alerts", CI_COMMIT_SHA: "abc" },
      "https://gitlab.example/shop/alerts/-/blob/abc/alerts.yaml#L2",
    ],
  ])("links to the commit in %s", async (_, variables, link) => {
    const { environment, file } = await setUp();
    const { stdout } = await bench.dbmon(["plan", file, "--format", "html"], {
      environment: { ...environment, ...variables },
    });
    expect(stdout).toContain(`href="${link}"`);
  });
});

const hostile = [
  '<img src=x onerror="window.ran=1">',
  "</script><script>window.ran=1</script>",
  "</style></title><!-- ",
  "\"' onmouseover='window.ran=1' x=\"",
  "${window.ran=1} {{window.ran=1}}",
  'javascript:window.ran=1 https://user@evil.example/ http://ok.example/"onclick=x',
  "&lt;b&gt; stays escaped &amp;",
  "\u202eright to left\u202d \u200b \u0007",
  "first line\nsecond line",
  "x".repeat(10_000),
];

it("strings of the page are inert and visible", async () => {
  const definitions = hostile.map(
    (text) =>
      `\n  - ${JSON.stringify({ name: text.slice(0, 200), annotations: text, policy: 1, event: { categories: [text.slice(0, 200)] } }).replaceAll("${", () => "$${")}\n`,
  );
  const emulator = await bench.emulator();
  const run = await bench.dbmon(
    ["plan", bench.write("alerts.yaml", alerts(...definitions)), "--format", "html"],
    {
      environment: environmentOf(emulator),
    },
  );
  expect(run).toMatchObject({ code: 0 });
  const page = run.stdout;
  expect(findInvalidHtml(page)).toEqual([]);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<style/g)).toHaveLength(1);
  expect(page).not.toMatch(/<img|<!--|<b>window/);
  // The links of codes are ours.
  const links = (["nobody-notified", "definition-invalid"] as const).reduce(
    (rest, code) => rest.replaceAll(`href="${problemUrl(code)}"`, ""),
    page,
  );
  expect(links).not.toMatch(/href="(?!#|http:\/\/ok\.example\/")/);
  expect(page).toContain("&lt;/script&gt;&lt;script&gt;window.ran=1&lt;/script&gt;");
  expect(page).toContain("\\u202eright to left\\u202d");
  expect(page).not.toMatch(/[\u202e\u202d\u200b\u0007]/);
  expect(page).toContain("first line<br />second line");
});

it("the page of a check shows each problem with its alert, and folds valid alerts", async () => {
  const valid = deployed.replace("policy: 1", "policy: 1\n    destinations: [1]");
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("reset: 0.8", "reset: 2"), valid));
  const { code, stdout } = await bench.dbmon(["check", file, "--format", "html"]);
  expect(code).toBe(0);
  expectInOrder(
    stdout,
    "<bdi>CPU high</bdi>",
    "The reset value (2) is above the trigger value (0.9)",
    "1 alert without problems</summary>",
    "<bdi>Deployed</bdi>",
  );
  expect(findInvalidHtml(stdout)).toEqual([]);
});

function eventAt(start: number, type: string, index: number): EventWire {
  const uuid = String(index).padStart(32, "0");
  return { start, type, uuid, message: type, duration: 0, level: "info", digest: "1" };
}

describe("what a plan means for destinations", () => {
  const onEvents = (name: string, destinations: string, categories: string) =>
    `\n  - { name: ${name}, policy: 1, destinations: [${destinations}], event: { categories: [${categories}] } }\n`;
  const now = Math.floor(Date.now() / 1000);
  const events = ["release", "deployment", "deployment"].map((type, index) =>
    eventAt(now - (index + 1) * 3600, type, index),
  );

  it("is a table of the alerts that each gains and loses, and of its notifications in the back-test", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0, seed: { ...shopSeed(), events } });
    const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
    const before = alerts(onEvents("Deploys", "1", "release"), onEvents("Moved", "2", "release"), cpuHigh);
    await dbmon("apply", bench.write("alerts.yaml", before), "--yes");
    const after = alerts(
      onEvents("Deploys", "1", "release, deployment"),
      onEvents("Moved", "3", "release"),
      cpuHigh.replace("0.9,", "0.95,"),
    );
    const file = bench.write("alerts.yaml", after);
    const { stdout } = await dbmon("plan", file, "--backtest", "--since", "1d", "--format", "html");
    expect(tableOf(stdout, "Destinations")).toEqual([
      ["Destination", "Alerts gained", "Alerts lost", "Notifications in the back-test"],
      ["DBA team mail", "-", "-", "1 → 3, and 1 alert not tested"],
      ["On-call PagerDuty", "-", "1: Moved", "1 → 0, and 1 alert not tested"],
      ["#db-alerts", "1: Moved", "-", "0 → 1"],
    ]);
    expect(findInvalidHtml(stdout)).toEqual([]);
    const { stdout: markdown } = await dbmon(
      "plan",
      file,
      "--backtest",
      "--since",
      "1d",
      "--format",
      "markdown",
    );
    expect(markdown).toContain("| `DBA team mail` | - | - | 1 → 3, and 1 alert not tested |");
  });
});

it("marks changed words, and beyond 500 of them the whole text", async () => {
  const emulator = await bench.emulator();
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  const noted = (name: string, word: string, count: number) =>
    `\n  - ${JSON.stringify({ name, annotations: `${word} k `.repeat(count), policy: 1, event: { categories: ["x"] } })}\n`;
  const definitions = (word: string) => alerts(noted("Few", word, 200), noted("Many", word, 300));
  await dbmon("apply", bench.write("alerts.yaml", definitions("a")), "--yes");
  const run = await dbmon("plan", bench.write("alerts.yaml", definitions("b")), "--format", "html");
  const marks = run.stdout
    .split('<details class="entry')
    .slice(1)
    .map((entry) => entry.match(/<del>/g)?.length);
  expect(marks).toEqual([200, 1]);
});

it("the page of a drift says what each alert does, live and by its definition", async () => {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  const noted = deployed.replace("policy: 1", "policy: 1\n    annotations: https://wiki.example/deployed");
  await dbmon("apply", bench.write("alerts.yaml", alerts(cpuHigh, noted, kept)), "--yes");
  const mutedUntil = new Date(Date.now() - 60_000).toISOString();
  await dbmon(
    "apply",
    bench.write("muted.yaml", alerts(kept.replace("1, e", "1, disabled: true, e"))),
    "--yes",
  );
  const file = bench.write(
    "alerts.yaml",
    alerts(
      cpuHigh.replace("0.9,", "0.95,"),
      noted,
      kept.replace("1, e", `1, muted: { until: ${mutedUntil} }, e`),
      `\n  - { name: Missing, policy: 1, event: { categories: [y] } }\n`,
    ),
  );
  const { stdout } = await dbmon("drift", file, "--window", "1", "--format", "html");
  expect(findInvalidHtml(stdout)).toEqual([]);
  expectInOrder(
    stdout,
    "<h1>2 alerts have drifted, 1 mute has ended.</h1>",
    "<del>live value</del> <ins>value of the definition, which an apply writes</ins>",
    "<b>drifted</b> <bdi>CPU high</bdi>",
    "warn when os.cpu.user_us is above <del>0.9</del><ins>0.95</ins> for 5 minutes on any mysql host",
    "<b>drifted</b> <bdi>Missing</bdi>",
    "When an event y occurs on any host; every time.",
    "<b>mute ended</b> <bdi>Kept</bdi>",
    "<del>Disabled: </del>When an event x occurs on any host; every time.",
    "<b>in sync</b> <bdi>Deployed</bdi>",
    "Runbook: https://wiki.example/deployed",
  );
  const { stdout: markdown } = await dbmon("drift", file, "--no-wait", "--format", "markdown");
  expectInOrder(
    markdown,
    "live: warn when os.cpu",
    "above 0.9 for",
    "desired: warn when os.cpu",
    "above 0.95 for",
  );
});

it("1,000 updates with strings and back-tests fit into a megabyte, without time lines", async () => {
  const start = Math.floor(Date.now() / 1000) - 13 * 24 * 3600;
  const events = Array.from({ length: 120 }, (_, index) =>
    eventAt(start + index * 9000, index % 2 === 0 ? "release" : "deployment", index),
  );
  const liveAlert = (index: number): SeedAlert => ({
    alert: {
      name: `Deployments of service ${index} of the shop`,
      annotations: `Look at the dashboard of service ${index} first.\nThen call the team.\nhttps://wiki.example/${index}`,
      policy: 1,
      type: 1,
      destinations: [1],
      disabled: 0,
    },
    config: { hosts: [], host_types: [], categories: ["release"] },
  });
  const live = Array.from({ length: 1_000 }, (_, index) => liveAlert(index));
  const emulator = await bench.emulator({ seed: { ...shopSeed(), events, alerts: live } });
  const desired = live.map(({ alert: { name, annotations } }) =>
    JSON.stringify({
      name,
      annotations: annotations.replace("the team", "the team on call").replace("first", "and the logs"),
      policy: 1,
      destinations: [1],
      event: { categories: ["release", "deployment"] },
    }),
  );
  const file = bench.write("many.yaml", `alerts:\n${desired.map((one) => `  - ${one}\n`).join("")}`);
  const run = await bench.dbmon(["plan", file, "--backtest", "--since", "14d", "--format", "html"], {
    environment: environmentOf(emulator),
  });
  expect(run.stdout).toContain("<h1>Updates 1000 alerts.</h1>");
  expect(run.stdout.match(/<details class="entry/g)).toHaveLength(1_000);
  expect(run.stdout.match(/Back-test: 60 -&gt; 120 firings/g)).toHaveLength(1_000);
  expect(run.stdout).not.toContain("<svg");
  expect(run.stdout).toContain("To keep the page small, it omits the time lines.");
  expect(run.stdout).toContain("<del>team.</del><ins>team on call.</ins>");
  expect(Buffer.byteLength(run.stdout)).toBeLessThan(1_000_000);
});

it("1,000 changes with long annotations fit into a megabyte, with the details of some of them", async () => {
  const emulator = await bench.emulator();
  const annotations = "Call the database team. ".repeat(80);
  const all = Array.from({ length: 1_000 }, (_, index) =>
    JSON.stringify({ name: `Alert ${String(index)}`, annotations, policy: 1, event: { categories: ["x"] } }),
  );
  const file = bench.write("long.yaml", `alerts:\n${all.map((one) => `  - ${one}\n`).join("")}`);
  const { stdout } = await bench.dbmon(["plan", file, "--format", "html"], {
    environment: environmentOf(emulator),
  });
  expect(stdout.match(/<details class="entry/g)).toHaveLength(1_000);
  const complete = stdout.match(/Call the database team/g)?.length ?? 0;
  expect(complete).toBeGreaterThan(0);
  const omitted = 1_000 - complete / 80;
  expect(stdout).toContain(`it omits the details of ${String(omitted)} alerts`);
  expect(Buffer.byteLength(stdout)).toBeLessThan(1_000_000);
});

it("1,000 changes with annotations fit into a megabyte", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const many = (trigger: number) =>
    alerts(
      ...Array.from(
        { length: 1_000 },
        (_, index) => `
  - name: CPU of database ${String(index)} of the shop is high
    annotations: "Look at the dashboard, then call the database team. https://wiki.example/runbooks/cpu-${String(index)}"
    policy: 2
    destinations: [1]
    host_types: [mysql]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: ${String(trigger)}, duration: 2, reset: 1 }
`,
      ),
    );
  const file = bench.write("many.yaml", many(2));
  const created = await bench.dbmon(["plan", file, "--format", "html"], { environment });
  expect(created.stdout.length).toBeGreaterThan(300_000);
  expect(Buffer.byteLength(created.stdout)).toBeLessThan(1_000_000);
});

it("a difference of a sentence marks whole numbers, with their thousands separators", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const above = (trigger: number) => alerts(cpuHigh.replace("0.9,", `${trigger},`));
  await bench.dbmon(["apply", bench.write("alerts.yaml", above(900_000)), "--yes"], { environment });
  bench.write("alerts.yaml", above(950_000.5));
  const { stdout } = await bench.dbmon(["plan", "alerts.yaml", "--format", "html"], { environment });
  expect(stdout).toContain("is above <del>900,000</del><ins>950,000.5</ins> for 5 minutes");
});
