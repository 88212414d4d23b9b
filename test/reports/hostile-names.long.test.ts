/** Hostile names of destinations, policies and durations cannot break an output format or a terminal. */
import { DOMParser } from "@xmldom/xmldom";
import { commandBench, token, unaligned } from "../support/command";
import { toHtml, untrustedHtml } from "../support/markup";
import { destination, setUpNames } from "../support/names-bench";

const bench = commandBench();

/** Each name with its escaped or truncated text. */
const hostile = [
  [
    "line ends and log commands",
    "two\nlines\r\n::error::fake ##[x",
    '"two\\nlines\\r\\n::error::fake ##\\u005bx"',
  ],
  [
    "invisible characters",
    "right \u202e to left \u2066\u200b\u{e0041}",
    '"right \\u202e to left \\u2066\\u200b\\udb40\\udc41"',
  ],
  ["lone surrogates", "half \ud83d of one", '"half \\ud83d of one"'],
  ["quotes and arrows", '1 "quoted" -> 2, [3', '"1 \\"quoted\\" -> 2, [3"'],
  [
    "markup",
    "| `code` `` <b>@team</b> #7 &amp; [x](y) ]]>",
    '"| `code` `` <b>@team</b> #7 &amp; [x](y) ]]>"',
  ],
  ["100,000 characters", `long ${"x".repeat(100_000)}`, `"long ${"x".repeat(55)}…"`],
  ["a character at the limit", `${"x".repeat(59)}🚨 cut within a character`, `"${"x".repeat(59)}…"`],
] as const;
/** Characters that must not reach a terminal. */
const controls = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe.each(hostile)("a name with %s", (_, name, shown) => {
  it("is escaped next to its id and in warnings, in every format", async () => {
    const { emulator, dbmon, file } = await setUpNames(bench);
    emulator.environment().add("destinations", destination(1, name));
    emulator.environment().add("policies", { id: 2, name, seconds: 60 });
    emulator.environment().add("durations", { id: 2, name, seconds: 60 });
    const planned = await dbmon("plan", file, "--out", "plan.json");
    expect(planned.code).toBe(0);
    const text = unaligned(planned.stdout);
    expect(text).toContain(`\n    policy: 2 ${shown} -> 3 "At most once an hour"\n`);
    expect(text).toContain(
      shown.length < 60
        ? `\n    destinations: [1 ${shown}] -> [2 "On-call PagerDuty", 3 "#db-alerts"]\n`
        : `\n    destinations:\n      - 1 ${shown}\n      + 2 "On-call PagerDuty"\n      + 3 "#db-alerts"\n`,
    );
    expect(text).toContain(`\n    threshold.duration: 1 "1 minute" -> 2 ${shown}\n`);
    expect(planned.stderr).toContain(`no active alert notifies destination 1 (${shown}).\n`);
    const problems = planned.stderr.replace(/^Saved the plan .*\n/m, "");
    const saved = await bench.dbmon(["show", "plan.json"]);
    expect({ ...saved, stderr: saved.stderr.replace(/^The plan was made .*\n/, "") }).toEqual({
      ...planned,
      stderr: problems,
    });

    const { stdout: markdown } = await bench.dbmon(["show", "plan.json", "--format", "markdown"]);
    const html = toHtml(markdown);
    expect([...html.matchAll(/<td>/g)]).toHaveLength(18);
    const strings = untrustedHtml(markdown);
    expect(strings).toContain("If this is not intended, change the definitions.");
    expect(strings).not.toMatch(/@\w|#\d|<b>|<a|<code>/);

    const annotated = await bench.dbmon(["show", "plan.json", "--format", "github"]);
    const commands = annotated.stdout.split("\n").filter((line) => /^\s*::|##\[/.test(line));
    expect(commands).toEqual([
      expect.stringMatching(/^::warning title=dbmon plan::/),
      expect.stringMatching(/^::notice title=dbmon plan,file=/),
    ]);

    const { stdout: junit } = await dbmon("drift", file, "--no-wait", "--format", "junit");
    const errors: string[] = [];
    new DOMParser({ onError: (_level, message) => errors.push(message) }).parseFromString(junit, "text/xml");
    expect(errors).toEqual([]);
    // The Markdown renderer inserts word joiners to prevent links.
    const unjoined = markdown.replaceAll("\u2060", "");
    for (const text of [planned.stdout, planned.stderr, unjoined, annotated.stdout, junit])
      expect(text).not.toMatch(controls);
  });
});

it("a long name is truncated in the document too", async () => {
  const { emulator, dbmon, file } = await setUpNames(bench);
  emulator.environment().add("destinations", destination(1, "x".repeat(1_000_000)));
  const { stdout } = await dbmon("plan", file, "--json");
  expect(stdout.length).toBeLessThan(10_000);
  expect(stdout).toContain(`"1": "${"x".repeat(60)}…"`);
});

it("a name with a URL is not a link in a comment", async () => {
  const { emulator, dbmon, file } = await setUpNames(bench);
  emulator.environment().add("destinations", destination(1, "https://evil.example www.evil.example"));
  const { stdout } = await dbmon("plan", file, "--format", "markdown");
  const strings = untrustedHtml(stdout);
  expect(strings).toContain("evil.example");
  // GitHub would turn such text into links.
  expect(strings).not.toMatch(/:\/\/|www\./);
});

describe("names, categories and annotations that CI systems interpret", () => {
  const link =
    "https://evil.example ftp://evil.example www.evil.example mailto:a@evil.example GH-12 ##[error]x ##vso[x]";
  const alert = (category: string) => ({
    name: link,
    policy: 1,
    annotations: link,
    event: { categories: [category] },
  });

  it.each(["plan", "drift --no-wait"])(
    "%s: are no links in Markdown, in sentences too, and no commands in HTML",
    async (command) => {
      const emulator = await bench.emulator({ propagationSeconds: 0 });
      const environment = { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: token };
      const write = (...list: unknown[]) => bench.write("alerts.yaml", JSON.stringify({ alerts: list }));
      await bench.dbmon(["apply", write(alert("deployed")), "--yes"], { environment });
      const args = [...command.split(" "), write(alert(link), { ...alert("b"), name: `${link} 2` })];
      const markdown = await bench.dbmon([...args, "--format", "markdown"], { environment });
      const strings = untrustedHtml(markdown.stdout);
      expect(strings).toMatch(/(before|live): /);
      expect(strings.match(/evil\.example/g)?.length).toBeGreaterThan(3);
      expect(strings).not.toMatch(/:\/\/|www\.|mailto:|gh-\d/i);
      const html = await bench.dbmon([...args, "--format", "html"], { environment });
      expect(html.stdout).toContain("evil.example");
      expect(html.stdout).not.toMatch(/##\w*\[/);
    },
  );
});
