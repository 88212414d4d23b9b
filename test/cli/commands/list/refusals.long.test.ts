/** Errors of the list commands: on stderr, and with `--json` also as a document on stdout. */
import { commandBench, environmentOf } from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";

const bench = commandBench();

/** Returns the problems of the only document on stdout. */
function problemsIn(stdout: string, command: string, baseUrl?: string): string[] {
  const { problems, ...rest } = JSON.parse(stdout) as {
    problems: { severity: string; what: string; remedy?: string }[];
  };
  const origin = { base_url: baseUrl, token_variable: "DBMON_API_TOKEN" };
  expect(rest).toEqual({
    dbmon: 1,
    $schema: expect.stringMatching(/\/schemas\/list\.schema\.json$/) as string,
    command,
    status: "failed",
    ...(baseUrl === undefined ? {} : origin),
  });
  return problems.map(({ what, remedy }) => `${what} ${remedy ?? ""}`);
}

it.each([
  [["list", "queries", "--limit", "0"], "at least 1"],
  [["list", "queries", "--limit", "many"], "Must be an integer"],
  [["list", "queries", "--after", "1234"], "16 hexadecimal digits"],
  [["list", "queries", "--tag", "two words"], "without spaces"],
  [["list", "query-samples", "12345678901234567890"], "16 hexadecimal digits"],
  [["list", "events", "--since", "yesterday"], "a duration before now, such as 14d"],
  [["list", "events", "--since", "2026-02-30"], "a time with a zone"],
  [["list", "events", "--since", "2026-11-21T18:00:00"], "a time with a zone"],
  [["list", "events", "--since", "-3600"], "a duration before now"],
  [["list", "events", "--since", "1969-07-20T20:17:40Z"], "after 1970"],
  [["list", "events", "--since", "2026-11-02", "--until", "2026-11-01"], "--until is before --since"],
  [["list", "queries", "--since", "10s", "--until", "20s"], "--until is before --since"],
  [
    ["list", "query-samples", "065138d4562e2d57", "--since", "1d", "--until", "2d"],
    "--until is before --since",
  ],
  [["list", "events", "--level", "bad"], "info, warn or crit"],
  [["list", "hosts", "--type", ""], "Must not be empty."],
])("%j is refused before any request", async (args, message) => {
  const emulator = await bench.emulator();
  const run = await parseCommandLine([...args, "--json"], environmentOf(emulator));
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^error: /);
  expect(run.stderr).toContain(message);
  expect(problemsIn(run.stdout, args.slice(0, 2).join(" "))).toEqual([expect.stringContaining(message)]);
  expect(emulator.requests.list()).toEqual([]);
});

it("every missing host is reported, with similar names", async () => {
  const emulator = await bench.emulator();
  const args = ["list", "queries", "--host", "db-1.shop.exampel", "--host", "2", "--host", "elsewhere"];
  const run = await bench.dbmon(args, { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(
    'There is no host named "db-1.shop.exampel".\n  Did you mean "db-1.shop.example"',
  );
  expect(run.stderr).toContain('There is no host named "elsewhere".\n  Available: ');
  expect(emulator.requests.list().map(({ path }) => path)).toEqual(["/api/v2/hosts"]);
});

it.each([
  ["https:// for a port without TLS", {}, "The port does not support TLS."],
  [
    "a token in quotes",
    { DBMON_API_TOKEN: '"demo-token"' },
    "The token is in quotes, which would be part of it.\n  Remove the quotes from the value of DBMON_API_TOKEN.",
  ],
])("%s is one sentence, without the token", async (_, variables, message) => {
  const emulator = await bench.emulator();
  const environment = { ...environmentOf(emulator), DBMON_BASE_URL: emulator.url.replace("http:", "https:") };
  const run = await bench.dbmon(["list", "hosts"], { environment: { ...environment, ...variables } });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(message);
  expect(run.stderr.trim().split("\n")).toHaveLength(2);
  expect(run.stderr).not.toContain("demo-token");
});

it("a missing token and an unreachable service are reported with a remedy", async () => {
  const emulator = await bench.emulator();
  const bare = await bench.dbmon(["list", "hosts", "--json"], {
    environment: { DBMON_BASE_URL: emulator.url },
  });
  expect(bare.code).toBe(1);
  expect(problemsIn(bare.stdout, "list hosts")).toEqual([expect.stringContaining("DBMON_API_TOKEN")]);
  expect(bare.stderr).toContain("DBMON_API_TOKEN");
  const wrong = { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: "another" };
  expect((await bench.dbmon(["list", "policies"], { environment: wrong })).stderr).toMatch(
    /^error: .*401.*token/,
  );
  await emulator.stop();
  const gone = await bench.dbmon(["list", "events", "--json"], { environment: environmentOf(emulator) });
  expect(gone.code).toBe(1);
  expect(problemsIn(gone.stdout, "list events", emulator.url)).toHaveLength(1);
  expect(gone.stderr).toContain("cannot connect to");
});

it.each([
  ...[
    "alerts",
    "hosts",
    "destinations",
    "policies",
    "durations",
    "integrations",
    "queries",
    "query-samples",
    "events",
  ].map((kind) => `list ${kind}`),
  ...["check", "event create"],
])("%s --help shows an example", async (command) => {
  const help = await parseCommandLine([...command.split(" "), "--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain(`Examples:\n  dbmon ${command}`);
});
