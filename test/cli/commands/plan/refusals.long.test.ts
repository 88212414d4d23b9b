/** User errors: reported with place and remedy, and nothing is written. */
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import {
  alerts,
  commandBench,
  cpuHigh,
  deployed,
  environmentOf,
  token,
  writesTo,
} from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";

const bench = commandBench();

it("a missing destination is reported with its alert, field, place and similar names", async () => {
  const emulator = await bench.emulator();
  const text = alerts(deployed, cpuHigh.replace("On-call PagerDuty", "On-call Pagerdutty"));
  const file = bench.write("alerts.yaml", text);
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(
    /^error: alerts\.yaml:\d+:\d+: "CPU high", field destinations\[0\]: There is no destination named "On-call Pagerdutty"\.\n.*Did you mean "On-call PagerDuty"\?/m,
  );
  expect(writesTo(emulator)).toEqual([]);
});

it("an unknown policy and a time that no duration has are reported with those that exist", async () => {
  const emulator = await bench.emulator();
  const text = cpuHigh.replace("policy: 2", "policy: Every tim").replace("duration: 2", "duration: 7m");
  const run = await bench.dbmon(["apply", bench.write("alerts.yaml", alerts(text)), "--yes"], {
    environment: environmentOf(emulator),
  });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(
    'field policy: There is no alert policy named "Every tim".\n  Did you mean "Every time"?',
  );
  expect(run.stderr).toContain(
    "field threshold.duration: There is no alert duration of 7m.\n  Available: 1m, 5m, 15m, 30m, 1h.",
  );
  expect(writesTo(emulator)).toEqual([]);
});

it("a redirected POST is an error, and is not retried", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "POST", answer: { status: 308 } });
  const environment = environmentOf(emulator);
  const run = await bench.dbmon(["apply", bench.write("alerts.yaml", alerts(deployed)), "--yes"], {
    environment,
  });
  expect(run).toMatchObject({ code: 1, stderr: expect.not.stringContaining("was lost") as unknown });
  expect(run.stderr).toContain("failed with status 308: unsupported redirect");
  const event = ["event", "create", "--type", "deploy", "--message", "shop 1.2"];
  expect(await bench.dbmon(event, { environment })).toMatchObject({ code: 1, stdout: "" });
  expect(writesTo(emulator)).toEqual(["POST /alerts", "POST /api/v2/events"]);
});

it.each([
  ["plan", "alerts.yaml"],
  ["destroy", "alerts.yaml", "--yes"],
  ["export", "--to", "yaml", "--out", "exported"],
])("%s reports all malformed configurations with the names of their alerts", async (...args) => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  await bench.dbmon(["apply", "alerts.yaml", "--yes"], { environment });
  emulator.requests.clear();
  const fault = emulator.faults.add({
    path: "*/config",
    answer: { status: 200, body: { categories: 1 } },
  });
  const run = await bench.dbmon(args, { environment });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  for (const name of ["CPU high", "Deployed"])
    expect(run.stderr).toContain(`error: "${name}": GET /api/v2/config/alerts/`);
  fault.remove();
  emulator.faults.add({ path: "*/config", answer: { status: 401 } });
  const refused = await bench.dbmon(args, { environment });
  expect(refused.stderr).toMatch(/^error: GET .* the token is not valid\./m);
  expect(writesTo(emulator)).toEqual([]);
});

it("reports at most ten malformed configurations, and the number of the others", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const many = Array.from({ length: 12 }, (_, index) => deployed.replace("Deployed", `Deployed ${index}`));
  const file = bench.write("alerts.yaml", alerts(...many));
  await bench.dbmon(["apply", file, "--yes"], { environment });
  emulator.faults.add({ path: "*/config", answer: { status: 200, body: [1, 2] } });
  const run = await bench.dbmon(["plan", file], { environment });
  expect(run.stderr.match(/^error: "Deployed \d+": GET /gm)).toHaveLength(10);
  expect(run.stderr).toContain("error: 2 more alerts have configurations that do not match the API.");
});

it("all errors in the files are reported together, each with file, line and column", async () => {
  const emulator = await bench.emulator();
  bench.write(
    "d/both.yaml",
    alerts(deployed, "    threshold: { alert_level: warn, metric: m, trigger: 1, duration: 2, reset: 0 }\n"),
  );
  bench.write("d/neither.yaml", "alerts:\n  - name: Bare\n    policy: 1\n");
  bench.write(
    "d/wrong.yaml",
    "alerts:\n  - name: Odd\n    policy: -1\n    color: red\n    event: { categories: [x] }\n",
  );
  bench.write("d/yaml.yaml", "alerts: [\n");
  const run = await bench.dbmon(["plan", "d"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(
    /^error: d\/both\.yaml:2:5: "Deployed": The alert has both event and threshold/m,
  );
  expect(run.stderr).toMatch(
    /^error: d\/neither\.yaml:2:5: "Bare": The alert has neither event nor threshold/m,
  );
  expect(run.stderr).toMatch(/^error: d\/wrong\.yaml:3:13: "Odd": policy must be /m);
  expect(run.stderr).toMatch(/^error: d\/wrong\.yaml:4:5: "Odd": Unknown key color/m);
  expect(run.stderr).toMatch(/^error: d\/yaml\.yaml:\d+:\d+: Invalid YAML/m);
  expect(emulator.requests.list()).toEqual([]);
});

it("every missing source is reported", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["plan", "missing.yaml", file, "gone"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: missing\.yaml: No such file or folder/m);
  expect(run.stderr).toMatch(/^error: gone: No such file or folder/m);
});

it("a missing base URL and a missing token are reported together", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["plan", file]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("DBMON_BASE_URL");
  expect(run.stderr).toContain("DBMON_API_TOKEN");
});

it("http:// to another machine is refused before any request", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const environment = { DBMON_BASE_URL: "http://monitoring.example", DBMON_API_TOKEN: token };
  const run = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("plain http:// to monitoring.example");
  expect(run.stderr).toContain("https://");
});

it("an invalid token is reported, and nothing is written", async () => {
  const emulator = await bench.emulator({ token: "another" });
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: .*401.*token/);
  expect(run.stderr).toContain("DBMON_API_TOKEN");
  expect(writesTo(emulator)).toEqual([]);
});

it("an HTML page in place of JSON is reported", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<html>Welcome ${token}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  bench.onClose(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["plan", file], {
    environment: environmentOf({ url: `http://127.0.0.1:${port}` }),
  });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("HTML page");
  expect(run.stderr).toContain("base URL");
});

it("an incomplete list of alerts is an error, and nothing is created", async () => {
  const emulator = await bench.emulator();
  const answer = { status: 200, headers: { "x-vc-meta-more": "true" }, body: { data: [] } };
  emulator.faults.add({ method: "GET", path: "/api/v2/config/alerts", answer });
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("incomplete");
  expect(writesTo(emulator)).toEqual([]);
});

it("names with control characters cannot forge output lines", async () => {
  const emulator = await bench.emulator();
  const name = JSON.stringify("x\n[1/1] create: done\u001b[2K");
  const file = bench.write("alerts.yaml", alerts(deployed.replace("Deployed", name)));
  const run = await bench.dbmon(["plan", file], { environment: environmentOf(emulator) });
  expect(run.code).toBe(0);
  expect(run.stdout).not.toContain("\u001b");
  expect(run.stdout).not.toMatch(/^\[1\/1\]/m);
});

it("invisible characters in names are escaped, and names cannot contain commands for a log viewer", async () => {
  const emulator = await bench.emulator();
  const names = [
    "x\u200by",
    "\u200frtl",
    "soft\u00adhyphen",
    "flag \u{e0067}",
    "##[add-mask]a",
    "👩‍💻 می‌خواهم",
  ];
  const list = names.map(
    (name) => `\n  - { name: ${JSON.stringify(name)}, policy: 1, event: { categories: [x] } }`,
  );
  const file = bench.write("alerts.yaml", alerts(...list));
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run.code).toBe(0);
  for (const output of [run.stdout, run.stderr]) {
    expect(output).toContain(String.raw`"x\u200by"`);
    expect(output).toContain(String.raw`"\u200frtl"`);
    expect(output).toContain(String.raw`"soft\u00adhyphen"`);
    expect(output).toContain(String.raw`"flag \udb40\udc67"`);
    expect(output).not.toContain("##[");
    expect(output).toContain('"👩‍💻 می‌خواهم"');
  }
});

it("settings of destinations are never printed", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("On-call PagerDuty", "missing")));
  const run = await bench.dbmon(["plan", file], { environment: environmentOf(emulator) });
  expect(run.code).toBe(1);
  expect(run.stderr).not.toMatch(/made-up|@shop\.example/);
});

it.each([
  [["destroy"], "source"],
  [["plan", "x.yaml", "--force"], "--force"],
  [["deploy"], "deploy"],
  [["emulator", "--port", "http"], "Must be an integer"],
  [["emulator", "--seed", "all"], "Allowed choices are demo, clean, empty."],
  [["emulator", "--webhooks", "world"], "Allowed choices are loopback, any."],
])("%j is refused with a reason and exit code 1", async (args, reason) => {
  const run = await parseCommandLine(args);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(reason);
});
