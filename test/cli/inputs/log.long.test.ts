/** DBMON_LOG of the command as a process: one line or JSON document per HTTP request, and never a token. */
import { alerts, commandBench, cpuHigh, environmentOf, token } from "../../support/command";

const bench = commandBench();
const line =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z DEBUG (GET|POST|PUT|DELETE) \/api\/v2\/\S+ status=\d+ attempt=\d+ duration_ms=\d+ bytes=\d+( retry_in_ms=\d+)?$/;

const linesOf = (stderr: string) => stderr.split("\n").filter((text) => text.includes(" DEBUG "));

it.each(["debug", "trace", "DEBUG"])(
  "DBMON_LOG=%s logs each request of an apply to stderr",
  async (level) => {
    const emulator = await bench.emulator();
    const file = bench.write("alerts.yaml", alerts(cpuHigh));
    const environment = { ...environmentOf(emulator), DBMON_LOG: level };
    const run = await bench.dbmon(["apply", file, "--yes", "--no-wait"], { environment });
    expect(run.code).toBe(0);
    const lines = linesOf(run.stderr);
    for (const text of lines) expect(text).toMatch(line);
    expect(lines).toHaveLength(emulator.requests.list().length);
    expect(lines.filter((text) => text.includes(" POST /api/v2/config/alerts status=201 "))).toHaveLength(1);
    expect(run.stdout).not.toContain("DEBUG");
    const where = `INFO environment="${emulator.url} (token of DBMON_API_TOKEN)"`;
    expect(run.stderr.split("\n").filter((text) => text.endsWith(where))).toHaveLength(1);
  },
);

it("logs a failed attempt with its status and the delay before the retry", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "GET", times: 1, answer: { status: 503 } });
  const run = await bench.dbmon(["list", "hosts"], {
    environment: { ...environmentOf(emulator), DBMON_LOG: "debug" },
  });
  expect(run.code).toBe(0);
  const [first, second] = linesOf(run.stderr);
  expect(first).toMatch(/ GET \/api\/v2\/hosts status=503 attempt=1 .* retry_in_ms=\d+$/);
  expect(second).toMatch(/ GET \/api\/v2\/hosts status=200 attempt=2 /);
});

it("DBMON_LOG=json logs each request as a JSON line", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "GET", times: 1, answer: { status: 503 } });
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  const environment = { ...environmentOf(emulator), DBMON_LOG: "json" };
  const run = await bench.dbmon(["apply", file, "--yes", "--no-wait"], { environment });
  expect(run.code).toBe(0);
  const lines = run.stderr.split("\n").filter((text) => text.startsWith("{"));
  const [environmentLine, ...calls] = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
  const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const name = `${emulator.url} (token of DBMON_API_TOKEN)`;
  expect(environmentLine).toEqual({ level: "info", time, message: `Environment ${name}`, environment: name });
  expect(calls).toHaveLength(emulator.requests.list().length);
  const called: unknown = expect.stringMatching(/^GET \/api\/v2\/\S+$/);
  const message: unknown = expect.stringMatching(/^GET \/api\/v2\/\S+: 503$/);
  const count: unknown = expect.any(Number);
  expect(calls.find(({ status }) => status === 503)).toEqual({
    level: "debug",
    time,
    message,
    request: called,
    status: 503,
    attempt: 1,
    duration: count,
    bytes: count,
    retry_in_ms: count,
  });
  expect(
    calls.filter(({ request, status }) => request === "POST /api/v2/config/alerts" && status === 201),
  ).toHaveLength(1);
  expect(run.stderr).not.toContain(token);
});

it("logs an unreachable service with its error code", async () => {
  const environment = { DBMON_BASE_URL: "http://127.0.0.1:1", DBMON_API_TOKEN: token, DBMON_LOG: "debug" };
  const run = await bench.dbmon(["doctor"], { environment });
  expect(run.code).toBe(1);
  expect(linesOf(run.stderr)[0]).toMatch(
    / attempt=1 duration_ms=\d+ bytes=0 error=ECONNREFUSED retry_in_ms=\d+$/,
  );
  expect(linesOf(run.stderr).at(-1)).toMatch(/ attempt=5 duration_ms=\d+ bytes=0 error=ECONNREFUSED$/);
});

it("never logs the query string, the filter in it included", async () => {
  const emulator = await bench.emulator();
  const environment = { ...environmentOf(emulator), DBMON_LOG: "trace" };
  const run = await bench.dbmon(["list", "queries", "--filter", "private text"], { environment });
  expect(linesOf(run.stderr)).toHaveLength(1);
  expect(run.stderr).not.toMatch(/private|filter|\?/);
});

it("keeps stdout one JSON document", async () => {
  const emulator = await bench.emulator();
  const environment = { ...environmentOf(emulator), DBMON_LOG: "debug" };
  const run = await bench.dbmon(["list", "hosts", "--json"], { environment });
  expect(() => JSON.parse(run.stdout) as unknown).not.toThrow();
});

it("logs nothing without DBMON_LOG", async () => {
  const emulator = await bench.emulator();
  const run = await bench.dbmon(["list", "hosts"], { environment: environmentOf(emulator) });
  expect(run.stderr).not.toContain("DEBUG");
});

it.each(["list hosts", "doctor"])("refuses an invalid level for %s before any request", async (command) => {
  const emulator = await bench.emulator();
  const environment = { ...environmentOf(emulator), DBMON_LOG: "loud\n" };
  const run = await bench.dbmon(command.split(" "), { environment });
  expect(run.code).toBe(1);
  expect(run.stderr).toBe(
    'error: DBMON_LOG is "loud\\n", which is not a log level.\n  Set DBMON_LOG to debug, or to json for JSON lines, or unset it.\n',
  );
  expect(emulator.requests.list()).toEqual([]);
});
