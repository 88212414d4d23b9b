/** Output formats: text, JSON, Markdown, GitHub annotations and job summary, and JUnit. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../support/command";
import { toHtml } from "../support/markup";

const bench = commandBench();

/** Without the time of a plan and the version that made it. */
function withoutOrigin(text: string): string {
  return text
    .replace(/("planned_at": "|Planned at |made at )[-\d:TZ]+/g, "$1TIME")
    .replace(/("dbmon_version": "|by dbmon )\d[-.\w]*\w/g, "$1VERSION");
}

/** An environment and definitions whose plan has each kind of change. */
async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  const kept = `\n  - { name: Kept, policy: 1, event: { categories: [x] } }\n`;
  const muted = `\n  - { name: Muted, policy: 1, ignore: [disabled], event: { categories: [x] } }\n`;
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed, kept, muted));
  await dbmon("apply", file, "--yes", "--parallel", "1");
  const changed = alerts(
    cpuHigh.replace("0.9,", "0.95,").replace("[mysql]", "[mysql, os]"),
    `\n  - { name: Code went out, renamed_from: Deployed, policy: 1, hosts: [db-1.shop.example], event: { categories: [deploy] } }\n`,
    muted.replace("policy: 1", "policy: 2"),
    `\n  - name: &odd "New | \`tick\` <b>@team</b>\\nline two"\n    annotations: *odd\n    policy: 1\n    event: { categories: [x] }\n`,
  );
  bench.write("alerts.yaml", changed);
  const withoutPort = (text: string) => withoutOrigin(text.replaceAll(emulator.url, "http://SERVICE"));
  return { emulator, environment, dbmon, file, withoutPort };
}

describe("a plan", () => {
  it("is written as JSON", async () => {
    const { dbmon, file, withoutPort } = await setUp();
    const run = await dbmon("plan", file, "--prune", "Kept", "--max-deletes", "1", "--json");
    expect(run.code).toBe(0);
    expect(withoutPort(run.stdout)).toMatchSnapshot();
  });

  it("is written as text with colors", async () => {
    const { environment, file, withoutPort } = await setUp();
    const run = await bench.dbmon(["plan", file, "--prune", "Kept", "--max-deletes", "1"], {
      environment: { ...environment, FORCE_COLOR: "1" },
    });
    expect(withoutPort(run.stdout)).toMatchSnapshot();
  });

  it.each(["text", "markdown", "github"])("is written as %s", async (form) => {
    const { dbmon, file, withoutPort } = await setUp();
    const pruned = ["--prune", "Kept", "--max-deletes", "1"];
    const run = await dbmon("plan", file, ...pruned, "--format", form);
    expect(run.code).toBe(0);
    expect(withoutPort(run.stdout)).toMatchSnapshot();
  });

  it("looks the same in show as in plan, in every format, without a service", async () => {
    const { dbmon, file } = await setUp();
    for (const form of [["--json"], ["--format", "text"], ["--format", "markdown"], ["--format", "junit"]]) {
      const planned = await dbmon("plan", file, "--out", "plan.json", ...form);
      const shown = await bench.dbmon(["show", "plan.json", ...form]);
      expect(shown.code).toBe(planned.code);
      const asPlan = shown.stdout.replace(/^ {2}"command": "show"/m, '  "command": "plan"');
      expect(withoutOrigin(asPlan)).toBe(withoutOrigin(planned.stdout));
      const origin = form.includes("text") ? "The plan was made at TIME by dbmon VERSION.\n" : "";
      const hints = planned.stderr.split("\n").filter((line) => !line.startsWith("Saved the plan"));
      expect(withoutOrigin(shown.stderr)).toBe(`${origin}${hints.join("\n")}`);
    }
  });

  it("renders names with markup correctly as Markdown", async () => {
    const { dbmon, file } = await setUp();
    const html = toHtml((await dbmon("plan", file, "--format", "markdown")).stdout);
    expect(html).toContain('<code>"New | `tick` &lt;b&gt;@team&lt;/b&gt;\\nline two"</code> will be created');
    expect(html).toContain(
      "<td><code>&quot;New | `tick` &lt;b&gt;@team&lt;/b&gt;\\nline two&quot;</code></td>",
    );
    expect(html).not.toContain("<b>");
  });

  it("has no mentions and no issue links as Markdown, not even in previous names", async () => {
    const { dbmon } = await setUp();
    const past = bench.write(
      "past.yaml",
      alerts("\n  - { name: '@org/team #1', policy: 1, event: { categories: [x] } }"),
    );
    await dbmon("apply", past, "--yes", "--parallel", "1");
    bench.write(
      "past.yaml",
      alerts(`\n  - { name: Now, renamed_from: '@org/team #1', policy: 1, event: { categories: [x] } }`),
    );
    for (const args of [
      ["plan", past],
      ["drift", past, "--no-wait"],
    ]) {
      const { stdout } = await dbmon(...args, "--format", "markdown");
      const text = toHtml(stdout).replace(/<code>.*?<\/code>/gs, "");
      expect(text).toContain("org/team");
      expect(text).not.toMatch(/@\w|#\d/);
    }
  });
});

describe("a drift", () => {
  // One name has a line break.
  const stderr = expect.stringMatching(/^warning: .*: name has hidden characters[^\n]*\n[^\n]*\n$/) as string;

  it("is written as JSON", async () => {
    const { dbmon, file, withoutPort } = await setUp();
    const run = await dbmon("drift", file, "--no-wait", "--json");
    expect(run).toMatchObject({ code: 0, stderr });
    expect(withoutPort(run.stdout)).toMatchSnapshot();
  });

  async function driftAs(form: string): Promise<string> {
    const { dbmon, file, withoutPort } = await setUp();
    const run = await dbmon("drift", file, "--no-wait", "--format", form, "--detailed-exitcode");
    expect(run).toMatchObject({ code: 2, stderr });
    return withoutPort(run.stdout);
  }

  it.each(["text", "markdown", "github"])("is written as %s", async (form) => {
    expect(await driftAs(form)).toMatchSnapshot();
  });

  it("is written as junit", async () => {
    const report = await driftAs("junit");
    expect(report).toMatchSnapshot();
    expectXml(report);
  });
});

it("drift escapes invisible characters in previous names", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const hidden = '"a\\u202eb"';
  const file = bench.write("alerts.yaml", alerts(deployed.replace("Deployed", hidden)));
  await bench.dbmon(["apply", file, "--yes", "--parallel", "1"], { environment });
  bench.write("alerts.yaml", alerts(deployed.replace("Deployed", `Went out\n    renamed_from: ${hidden}`)));
  const { stdout } = await bench.dbmon(["drift", file, "--no-wait"], { environment });
  expect(stdout).toContain('is named "a\\u202eb"');
  expect(stdout).not.toContain("\u202e");
});

describe("a check", () => {
  async function checkAs(form: string): Promise<string> {
    const odd = '\n  - name: "Odd ]]> \\u0001 & <b>"\n    policy: "1"\n    event: { categories: [x] }\n';
    const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("reset: 0.8", "reset: 2"), deployed, odd));
    const run = await bench.dbmon(["check", file, "--format", form]);
    expect(run.code).toBe(1);
    return run.stdout;
  }

  it.each(["text", "markdown", "github"])("is written as %s", async (form) => {
    expect(await checkAs(form)).toMatchSnapshot();
  });

  it("is written as junit", async () => {
    const report = await checkAs("junit");
    expect(report).toMatchSnapshot();
    expectXml(report);
  });

  it("reports unreadable files as a failure in JUnit", async () => {
    const run = await bench.dbmon(["plan", "absent.yaml", "--format", "junit"]);
    expect(run.code).toBe(1);
    const [suite] = [...expectXml(run.stdout).getElementsByTagName("testsuite")];
    expect(suite?.getAttribute("failures")).toBe("1");
  });
});

it("JUnit has one suite per file, and one for what is in no file", async () => {
  const environment = environmentOf(await bench.emulator());
  await bench.dbmon(["apply", bench.write("gone.yaml", alerts(deployed)), "--yes", "--parallel", "1"], {
    environment,
  });
  bench.write("alerts/cpu.yaml", alerts(cpuHigh));
  bench.write("alerts/a & b.yaml", alerts(deployed.replace("Deployed", "Other")));
  const commands = [
    ["check", "alerts", "--format"],
    ["plan", "alerts", "--prune", "Deployed", "--max-deletes", "1", "--format"],
    ["drift", "alerts", "--no-wait", "--format"],
    ["apply", "alerts", "--yes", "--prune", "Deployed", "--max-deletes", "1", "--format"],
  ];
  const firstCases: Readonly<Record<string, string>> = {
    "dbmon plan": "Plan",
    "dbmon drift": "Drift",
    "dbmon apply": "Apply",
  };
  for (const command of commands) {
    const { stdout } = await bench.dbmon([...command, "junit"], { environment });
    const suites = [...expectXml(stdout).getElementsByTagName("testsuite")];
    const run = `dbmon ${command[0] ?? ""}`;
    expect(
      suites.map((suite) => [
        suite.getAttribute("name"),
        suite.getAttribute("file") ?? "",
        suite.getElementsByTagName("testcase")[0]?.getAttribute("name"),
      ]),
    ).toEqual([
      // The first test case has the warnings of the definitions, and of an alert that may be a renamed one.
      ...(run === "dbmon check" ? [] : [[run, "", firstCases[run]]]),
      [`${run}: alerts/a & b.yaml`, "alerts/a & b.yaml", "Other"],
      [`${run}: alerts/cpu.yaml`, "alerts/cpu.yaml", "CPU high"],
    ]);
  }
});

it("a partially failed apply counts done and failed changes in every format", async () => {
  const { emulator, dbmon, file } = await setUp();
  emulator.faults.add({ method: "POST", path: "*/alerts", answer: { status: 400 } });
  const reports = [
    "--report",
    "markdown=apply.md",
    "--report",
    "json=apply.json",
    "--report",
    "junit=apply.xml",
  ];
  const run = await dbmon("apply", file, "--yes", ...reports);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain(
    "Apply: 3 of 4 changes applied, 1 failed. Changes take effect within a minute.\n",
  );
  const read = (name: string) => readFileSync(join(bench.folder(), name), "utf8");
  expect(read("apply.md")).toContain("### Apply: 3 of 4 changes applied, 1 failed.");
  expect(read("apply.md")).toContain("could not be created");
  const { results } = JSON.parse(read("apply.json")) as { results: Record<string, unknown>[] };
  expect(results.filter(({ outcome }) => outcome === "done")).toEqual(
    Array.from(
      { length: 3 },
      () => expect.objectContaining({ id: expect.any(Number) as number, problems: [] }) as object,
    ),
  );
  expect([...expectXml(read("apply.xml")).getElementsByTagName("failure")]).toHaveLength(1);
});

describe("Markdown", () => {
  const many = (count: number, text: string) =>
    alerts(
      ...Array.from(
        { length: count },
        (_, index) =>
          `\n  - { name: "${text} ${String(index)}", policy: 1, annotations: "${text}", ignore: [destinations], event: { categories: [x] } }\n`,
      ),
    );

  it.each([
    [3, "short", { min: 3, max: 3 }],
    [400, "a name | with bars and 🚨", { min: 11, max: 400 }],
    [2_000, "many", { min: 0, max: 0 }],
  ])("of %i alerts fits into a GitHub comment and has no truncated table", async (count, text, tables) => {
    const emulator = await bench.emulator();
    const file = bench.write("alerts.yaml", many(count, text));
    const run = await bench.dbmon(["plan", file, "--format", "markdown"], {
      environment: environmentOf(emulator),
    });
    expect(run.stdout.length).toBeLessThanOrEqual(65_536);
    const html = toHtml(run.stdout);
    const cells = [...html.matchAll(/<td>/g)].length;
    const whole = [...html.matchAll(/<table>/g)].length;
    // Each table has three rows (policy, annotations and categories) of two cells.
    expect(cells).toBe(whole * 6);
    expect([...html.matchAll(/<\/details>/g)]).toHaveLength(whole);
    expect(whole).toBeGreaterThanOrEqual(tables.min);
    expect(whole).toBeLessThanOrEqual(tables.max);
    const omitted = /and (\d+) more alerts, omitted/.exec(run.stdout)?.[1] ?? "0";
    const named = whole + [...run.stdout.matchAll(/^- /gm)].length - (omitted === "0" ? 0 : 1);
    expect(named + Number(omitted)).toBe(count);
  });

  it("of a drift with hundreds of unmanaged alerts fits too, and folds these", async () => {
    const environment = environmentOf(await bench.emulator());
    const live = bench.write("live.yaml", many(600, `live ${"a".repeat(120)}`));
    await bench.dbmon(["apply", live, "--yes", "--parallel", "1"], { environment });
    const file = bench.write("alerts.yaml", many(600, `absent ${"b".repeat(120)}`));
    const run = await bench.dbmon(["drift", file, "--no-wait", "--unmanaged", "--format", "markdown"], {
      environment,
    });
    expect(Buffer.byteLength(run.stdout)).toBeLessThanOrEqual(65_536);
    expect(run.stdout).toMatch(
      /\n<details><summary>unmanaged: 600 live alerts<\/summary>\n[^]*\n<\/details>\n+$/,
    );
    const more = [...run.stdout.matchAll(/^- and (\d+) more alerts/gm)].map(([, count]) => Number(count));
    const named = [...run.stdout.matchAll(/^- .*(live|absent)/gm)].length;
    expect(more.reduce((sum, count) => sum + count, named)).toBe(1_200);
  });
});

describe("on GitHub", () => {
  it("annotations have paths in the repository, at most ten per level, and the job summary is appended", async () => {
    const { dbmon, environment } = await setUp();
    expect(await dbmon("list", "hosts")).toMatchObject({ code: 0 });
    const broken = Array.from(
      { length: 12 },
      (_, index) => `\n  - { name: A${String(index)}, policy: no }\n`,
    );
    const file = bench.write("team/alerts.yaml", alerts(...broken));
    const summary = join(bench.folder(), "summary.md");
    writeFileSync(summary, "before\n");
    const run = await bench.dbmon(["check", file, "--format", "github"], {
      environment: { ...environment, GITHUB_WORKSPACE: bench.folder(), GITHUB_STEP_SUMMARY: summary },
    });
    const annotations = run.stdout.split("\n").filter((line) => line.startsWith("::"));
    expect(annotations).toHaveLength(10);
    expect(annotations[0]).toMatch(/^::error title=dbmon check,file=team\/alerts\.yaml,line=2,col=\d+::/);
    expect(annotations[9]).toMatch(/and \d+ more\. See the log\.$/);
    expect(readFileSync(summary, "utf8")).toMatch(/^before\n### Check: 12 alerts checked/);
  });
});

describe("an invalid output option", () => {
  it.each([
    [["plan", "--format", "xml"], "Allowed choices are text, markdown, html, github, junit."],
    [["plan", "--json", "--format", "junit"], "cannot be used with"],
    [["plan", "--report", "xml=a"], "text, markdown, html, junit or json"],
    [["drift", "--watch", "1", "--json"], "--watch supports only text output."],
    [["drift", "--watch", "0"], "from 0.1 to 2000000"],
  ])("%j is refused", async (args, message) => {
    const run = await bench.dbmon(args);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(message);
  });

  it("such as a report file that cannot be written is an error before any request", async () => {
    const { emulator, dbmon, file } = await setUp();
    emulator.requests.clear();
    const run = await dbmon("apply", file, "--yes", "--report", "markdown=no/such/folder.md");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("error: no/such/folder.md: Cannot write the file: ");
    expect(emulator.requests.list()).toEqual([]);
  });

  it("such as a report file on a full disk is an error, and the result is still printed", async () => {
    const { emulator, dbmon, file } = await setUp();
    emulator.requests.clear();
    const run = await dbmon("apply", file, "--yes", "--json", "--report", "markdown=/dev/full");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("error: /dev/full: Cannot write the file: ");
    expect(JSON.parse(run.stdout)).toMatchObject({ dbmon: 1, results: expect.any(Array) as unknown });
    // The order of concurrent writes is not defined, and neither are the IDs of alerts created concurrently.
    const writes = writesTo(emulator).map((call) => call.replace(/\/\d+/, "/ID"));
    expect(writes.sort()).toEqual([
      "POST /alerts",
      "PUT /alerts/ID",
      "PUT /alerts/ID",
      "PUT /alerts/ID/config",
      "PUT /alerts/ID/config",
    ]);
  });
});

function expectXml(text: string) {
  const errors: string[] = [];
  const parser = new DOMParser({ onError: (level, message) => errors.push(`${level}: ${message}`) });
  const document = parser.parseFromString(text, "text/xml");
  expect(errors).toEqual([]);
  for (const [name, attributes] of Object.entries(xunitAttributes)) {
    for (const element of document.getElementsByTagName(name)) {
      const required = attributes.filter((attribute) => attribute !== "file");
      const expected = element.hasAttribute("file") ? attributes : required;
      expect([name, Array.from(element.attributes, (one) => one.name)]).toEqual([name, expected]);
    }
  }
  const names = new Set(Array.from(document.getElementsByTagName("*"), ({ tagName }) => tagName));
  expect([...names].filter((name) => !Object.hasOwn(xunitAttributes, name))).toEqual([]);
  return document;
}

/** The elements with their attributes. The schema of the xUnit plugin of Jenkins, junit-10.xsd, allows no others. */
const xunitAttributes = {
  testsuites: ["name", "tests", "failures", "errors"],
  testsuite: ["name", "tests", "failures", "errors", "skipped", "file"],
  properties: [],
  property: ["name", "value"],
  testcase: ["name", "classname"],
  failure: ["message"],
  skipped: ["message"],
  "system-out": [],
};
