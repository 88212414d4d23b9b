/** What a user does wrong is told with what, where and what to do; nothing is written then. */
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, token, writesTo } from "./command";

const bench = commandBench();

it("a destination that does not exist is told with its alert, field, place and a near name", async () => {
  const emulator = await bench.emulator();
  const text = alerts(deployed, cpuHigh.replace("On-call PagerDuty", "On-call Pagerdutty"));
  const file = bench.write("alerts.yaml", text);
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(
    /^error: alerts\.yaml:\d+:\d+: "CPU high", field destinations\[0\]: There is no destination named "On-call Pagerdutty"\.\n.*Did you mean "On-call PagerDuty"\?/,
  );
  expect(writesTo(emulator)).toEqual([]);
});

it("a creation that is asked for at another address is told at once, and not tried again", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "POST", answer: { status: 308 } });
  const environment = environmentOf(emulator);
  const run = await bench.dbmon(["apply", bench.write("alerts.yaml", alerts(deployed)), "--yes"], {
    environment,
  });
  expect(run).toMatchObject({ code: 1, stderr: expect.not.stringContaining("was lost") as unknown });
  expect(run.stderr).toContain("failed with status 308: the service redirects the call");
  const event = ["event", "create", "--type", "deploy", "--message", "shop 1.2"];
  expect(await bench.dbmon(event, { environment })).toMatchObject({ code: 1, stdout: "" });
  expect(writesTo(emulator)).toEqual(["POST /alerts", "POST /api/v2/events"]);
});

it.each([
  ["plan", "alerts.yaml"],
  ["destroy", "alerts.yaml", "--yes"],
  ["export", "--to", "yaml", "--out", "exported"],
])(
  "%s: configurations that are not understood are told at once, each with the name of its alert",
  async (...args) => {
    const emulator = await bench.emulator();
    const environment = environmentOf(emulator);
    bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    await bench.dbmon(["apply", "alerts.yaml", "--yes"], { environment });
    emulator.requests.clear();
    const fault = emulator.faults.add({
      path: /\/config$/,
      answer: { status: 200, body: { categories: 1 } },
    });
    const run = await bench.dbmon(args, { environment });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    for (const name of ["CPU high", "Deployed"])
      expect(run.stderr).toContain(`error: "${name}": GET /api/v2/config/alerts/`);
    fault.remove();
    emulator.faults.add({ path: /\/config$/, answer: { status: 401 } });
    const refused = await bench.dbmon(args, { environment });
    expect(refused.stderr).toMatch(/^error: GET .* the token is not valid\./m);
    expect(writesTo(emulator)).toEqual([]);
  },
);

it("of many configurations that are not understood ten are told, and how many more there are", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const many = Array.from({ length: 12 }, (_, index) => deployed.replace("Deployed", `Deployed ${index}`));
  const file = bench.write("alerts.yaml", alerts(...many));
  await bench.dbmon(["apply", file, "--yes"], { environment });
  emulator.faults.add({ path: /\/config$/, answer: { status: 200, body: [1, 2] } });
  const run = await bench.dbmon(["plan", file], { environment });
  expect(run.stderr.match(/^error: "Deployed \d+": GET /gm)).toHaveLength(10);
  expect(run.stderr).toContain("error: The configurations of more alerts could not be understood either: 2.");
});

it("everything that is wrong with the files is told at once, each with file, line and column", async () => {
  const emulator = await bench.emulator();
  bench.write(
    "d/both.yaml",
    alerts(deployed, "    threshold: { alert_level: warn, metric: m, trigger: 1, duration: 2, reset: 0 }\n"),
  );
  bench.write("d/neither.yaml", "alerts:\n  - name: Bare\n    policy: 1\n");
  bench.write(
    "d/wrong.yaml",
    "alerts:\n  - name: Odd\n    policy: often\n    color: red\n    event: { categories: [x] }\n",
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
  expect(run.stderr).toMatch(/^error: d\/wrong\.yaml:3:13: "Odd", field policy: /m);
  expect(run.stderr).toMatch(/^error: d\/wrong\.yaml:4:5: "Odd", field color: An alert has no "color"/m);
  expect(run.stderr).toMatch(/^error: d\/yaml\.yaml:\d+:\d+: .*not YAML/m);
  expect(emulator.requests.list()).toEqual([]);
});

it("a source that is not there is told, whatever else is given", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["plan", "missing.yaml", file, "gone"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: missing\.yaml: There is no such file/m);
  expect(run.stderr).toMatch(/^error: gone: There is no such file/m);
});

it("without a base URL and a token, both are asked for", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["plan", file]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("DBMON_BASE_URL");
  expect(run.stderr).toContain("DBMON_API_TOKEN");
});

it("plain http to another machine is refused before anything is sent", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const environment = { DBMON_BASE_URL: "http://monitoring.example", DBMON_API_TOKEN: token };
  const run = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("plain http:// to monitoring.example");
  expect(run.stderr).toContain("https://");
});

it("a wrong token is told, and nothing is written", async () => {
  const emulator = await bench.emulator({ token: "another" });
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: .*401.*token/);
  expect(run.stderr).toContain("DBMON_API_TOKEN");
  expect(writesTo(emulator)).toEqual([]);
});

it("a service that answers with web pages is told as such", async () => {
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

it("a list of alerts that is not whole is an error, not a reason to create", async () => {
  const emulator = await bench.emulator();
  const answer = { status: 200, headers: { "x-vc-meta-more": "true" }, body: { data: [] } };
  emulator.faults.add({ method: "GET", path: "/api/v2/config/alerts", answer });
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["apply", file, "--yes"], { environment: environmentOf(emulator) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("incomplete");
  expect(writesTo(emulator)).toEqual([]);
});

it("names with control characters cannot fake lines of ours", async () => {
  const emulator = await bench.emulator();
  const name = JSON.stringify("x\n[1/1] create: done\u001b[2K");
  const file = bench.write("alerts.yaml", alerts(deployed.replace("Deployed", name)));
  const run = await bench.dbmon(["plan", file], { environment: environmentOf(emulator) });
  expect(run.code).toBe(0);
  expect(run.stdout).not.toContain("\u001b");
  expect(run.stdout).not.toMatch(/^\[1\/1\]/m);
});

it("what cannot be seen in a name is told, and nothing in it is a command to whoever shows the log", async () => {
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

it("settings of destinations are in nothing that is printed", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("On-call PagerDuty", "nobody")));
  const run = await bench.dbmon(["plan", file], { environment: environmentOf(emulator) });
  expect(run.code).toBe(1);
  expect(run.stderr).not.toMatch(/made-up|@shop\.example/);
});

it.each([
  [["destroy"], "source"],
  [["plan", "x.yaml", "--force"], "--force"],
  [["deploy"], "deploy"],
  [["emulator", "--port", "http"], "whole number"],
  [["emulator", "--seed", "all"], "demo or empty"],
  [["emulator", "--webhooks", "world"], "loopback or any"],
])("%j is refused with a word on why, and exit code 1", async (args, word) => {
  const run = await bench.dbmon(args);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(word);
});
