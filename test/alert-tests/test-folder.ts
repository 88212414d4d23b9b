/** Definitions and test files in temporary folders. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type AlertTestResult, readAlertTests, resolveAlertTests, runAlertTest } from "../../src/alert-tests";
import { formatProblem } from "../../src/diagnostics";

export const definitions = `alerts:
  - name: Replica behind
    policy: 1
    destinations: ["#db-alerts", 7]
    host_types: [mysql]
    threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 2, reset: 20 }
  - name: Deploy
    policy: 3
    destinations: ["#deploys"]
    event: { categories: [code deployment] }
`;

export const header = `definitions: alerts.yaml
hosts: [{ name: db1, type: mysql }, { name: web1, type: os }]
policies: { 3: 1h }
durations: { 2: 5m }
`;

/** The start of a test in which the alert on the metric fires. */
export const firing = `tests:
  - name: t
    metrics: [{ host: db1, metric: lag, every: 10s, values: "0x6 40x40 10" }]
    until: 10m
    expect:
`;

/** Finds and reads the test files below the paths, without environments. */
export function loadAlertTests(paths: readonly string[]) {
  const sources = readAlertTests(paths);
  const { files, problems } = resolveAlertTests(sources);
  return { files, problems: [...sources.problems, ...problems] };
}

/** Creates a folder for the tests of a file, and removes it after them. */
export function createTestFolder() {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-alert-tests-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  /** @returns the path of the file */
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  let count = 0;
  /** Loads the tests of one file in a folder of its own. */
  const load = (tests: string, head = header, alerts = definitions) => {
    const name = `t${++count}`;
    write(`${name}/alerts.yaml`, alerts);
    const file = write(`${name}/alerts.test.yaml`, head + tests);
    const { files, problems } = loadAlertTests([file]);
    return {
      tests: files.flatMap((loaded) => loaded.tests),
      problems: problems.map((problem) => formatProblem(problem).replaceAll(`${folder}/${name}/`, "")),
    };
  };

  const run = (tests: string, head = header, alerts = definitions): AlertTestResult[] => {
    const loaded = load(tests, head, alerts);
    expect(loaded.problems).toEqual([]);
    return loaded.tests.map(runAlertTest);
  };
  return { folder, write, load, run };
}
