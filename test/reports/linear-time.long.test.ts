/** Work on untrusted text grows in proportion to its size: eight times the input takes about eight times the time of the processor. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCheck } from "../../src/cli/commands/check/document";
import { checkReport } from "../../src/cli/commands/check/report";
import { errorFromResponse } from "../../src/client/response";
import { ResponseHeaders } from "../../src/client/transport";
import { literal } from "../../src/constructs/resources/arguments";
import { loadDefinitions, parseDefinitionsFile } from "../../src/definitions";
import { formatProblem, hintForName, nameMatcher, quote, Secret } from "../../src/diagnostics";
import { Faults } from "../../src/emulator/faults";
import { parseConfig } from "../../src/environments";
import { exportEnvironment } from "../../src/export";
import { annotationLines } from "../../src/reports/github/annotations";
import { junit } from "../../src/reports/junit/junit";
import { markdown } from "../../src/reports/markdown/markdown";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-linear-time-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Reads a definitions file and renders its problems. */
function check(text: string): void {
  const file = join(folder, "alerts.yaml");
  writeFileSync(file, text);
  const definitions = loadDefinitions([file]);
  const { problems } = definitions;
  const report = checkReport(writeCheck(definitions, undefined), definitions.invalidAlerts);
  markdown(report);
  junit(report);
  annotationLines(report, undefined);
  problems.forEach(formatProblem);
}

const secret = new Secret("s3cr3t-api-token");

function fail(body: string, contentType = "text/html"): void {
  const settings = { token: "DBMON_API_TOKEN", maxConcurrency: undefined, requestTimeout: undefined };
  const headers = new ResponseHeaders([Buffer.from("content-type"), Buffer.from(contentType)]);
  const response = { status: 400, headers, body, bytes: body.length };
  errorFromResponse({ method: "GET", path: "/", settings }, response, [secret], 0);
}

function exportAlert(name: string): void {
  const alert = {
    id: 1,
    name,
    annotations: name,
    policy: 1,
    kind: "event",
    disabled: false,
    destinations: [],
  } as const;
  const config = { hosts: [], host_types: [], condition: { kind: "event", categories: [name] } } as const;
  const none = { unsupportedAlerts: [], destinations: [], hosts: [], policies: [], durations: [] };
  const alerts = [{ alert: { ...alert, unknownFields: {} }, config: { ...config, unknownFields: {} } }];
  for (const language of ["yaml", "hcl"] as const) exportEnvironment({ alerts, ...none }, language);
}

/** The sizes are such that quadratic work takes seconds. A quarter of each is compared with twice of it. */
const cases: Readonly<Record<string, readonly [size: number, work: (size: number) => unknown]>> = {
  "a path, for the pattern of a fault": [
    4_000_000,
    (size) => {
      const faults = new Faults();
      faults.add({ path: "*a*aab*aab*ba*", latencyMs: 1 });
      faults.match("GET", "a".repeat(size)).before();
    },
  ],
  "titles of a page": [
    40_000,
    (size) => {
      fail("<title ".repeat(size));
    },
  ],
  "closing tags of a page": [
    40_000,
    (size) => {
      fail(`<title>${"</titl".repeat(size)}`);
    },
  ],
  "a message of the service": [
    1_000_000,
    (size) => {
      fail(" &#".repeat(size), "text/plain");
    },
  ],
  "a glob with many stars": [100_000, (size) => nameMatcher(["*x*x*x*x*y"])("x".repeat(size))],
  "strings with many values": [
    20_000,
    (size) => {
      const values = new Map([["a", { value: "b", text: "b", place: {} }]]);
      const name = "${a}$${${environment}".repeat(size);
      const text = JSON.stringify({ alerts: [{ name, policy: 1, event: { categories: ["c"] } }] });
      const scope = { environment: "staging", environmentNames: ["staging"], values };
      parseDefinitionsFile(text, "a.json", scope);
    },
  ],
  "values that contain many values": [
    20_000,
    (size) => {
      const environment = {
        base_url: "https://app.example.com",
        api_token: { env: "DBMON_TOKEN" },
        values: { a: "${b".repeat(size), b: "$${".repeat(size) },
      };
      parseConfig(JSON.stringify({ environments: { staging: environment } }), "dbmon.yaml", {}, []);
    },
  ],
  "definitions with one name": [
    1_000,
    (size) => {
      check(`alerts:\n${"- {name: A, policy: 1, event: {categories: [x]}}\n".repeat(size)}`);
    },
  ],
  "definitions with similar categories": [
    1_000,
    (size) => {
      const alert = (_: unknown, index: number) => {
        const category = `team ${index.toString(36)} deployment`;
        return `- {name: A${index}, policy: 1, event: {categories: [${category}]}}\n`;
      };
      check(`alerts:\n${Array.from({ length: size }, alert).join("")}`);
    },
  ],
  "invalid definitions": [
    1_000,
    (size) => {
      check(`alerts:\n${"- {name: A, policies: 1}\n".repeat(size)}`);
    },
  ],
  "aliases without an anchor": [
    5_000,
    (size) => {
      check(`alerts:\n${"- *missing\n".repeat(size)}`);
    },
  ],
  "many anchors": [
    2_000,
    (size) => {
      const lines = Array.from({ length: size }, (_, index) => `- &anchor${index} 1\n`).join("");
      check(`x-anchors:\n${lines}alerts:\n${lines.replaceAll("&anchor", "*alias").replaceAll(" 1\n", "\n")}`);
    },
  ],
  "syntax errors": [
    1_000,
    (size) => {
      check(`alerts:\n${"- name: 'x\n- }\n".repeat(size)}`);
    },
  ],
  "a long name that does not exist": [50_000, (size) => hintForName("x".repeat(size), ["y".repeat(size)])],
  "hidden characters": [50_000, (size) => quote("\u202e\ufe0f\u200d".repeat(size))],
  "a name of spaces in an export": [
    20_000,
    (size) => {
      exportAlert(`${" ".repeat(size)}x`);
    },
  ],
  "a name of dollars in a construct": [100_000, (size) => literal(`${"$".repeat(size)}x`)],
  "a secret in a text": [100_000, (size) => secret.redact("s3cr3t-api-toke&#115;%73".repeat(size))],
};

/** Milliseconds of the processor, which depend less on the load of the machine than elapsed time. */
function timeOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Below this, a time says nothing: the clock, compilation and garbage collection decide. */
const shortestMs = 10;

/** How many times longer the work takes at eight times the size: 8 if it is linear, 64 if it is quadratic. */
function growthOf(work: (size: number) => unknown, size: number): number {
  const small = timeOf(() => work(size));
  return timeOf(() => work(8 * size)) / Math.max(small, shortestMs);
}

/**
 * Half-way between linear and quadratic growth, on a logarithmic scale. A busy machine changes a time by less than that, and would have to
 * do so in each attempt: quadratic work exceeds the limit in all of them.
 */
const limit = Math.sqrt(8 * 64);

it.each(Object.entries(cases))("takes linear time: %s", (_, [size, work]) => {
  let growth = Infinity;
  for (let attempt = 0; attempt < 5 && growth >= limit; attempt++) growth = growthOf(work, size / 4);
  expect(growth).toBeLessThan(limit);
});
