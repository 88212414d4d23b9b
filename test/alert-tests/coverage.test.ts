/** Alerts that fire in no test, and threshold alerts that resolve in no test. */
import { join, relative } from "node:path";
import { findAlertCoverage, runAlertTest } from "../../src/alert-tests";
import { isError } from "../../src/diagnostics";
import { createTestFolder, definitions, header, loadAlertTests } from "./test-folder";

const { folder, write } = createTestFolder();
write("alerts.yaml", definitions);
write("other/alerts.yaml", definitions);

const fires =
  'tests: [{ name: t, metrics: [{ host: db1, metric: lag, every: 1m, values: "40x9" }], routes: [{ event: x, notifies: [] }] }]\n';
const resolves = fires.replace("40x9", "40x9 0");
const deploys =
  "tests: [{ name: t, events: [{ at: 1, type: code deployment }], routes: [{ event: x, notifies: [] }] }]\n";
const nothing = "tests: []\n";
const idle = deploys.replace(/, routes.*/, " }]");

/** The coverage of test files of the same folder. Relative paths lead to the same definitions. */
function coverageOf(tests: readonly (readonly [path: string, text: string])[]) {
  const files = tests.map(([path, text], index) => {
    const file = write(path, header + text);
    return index === 0 ? file : relative(process.cwd(), file);
  });
  const loaded = loadAlertTests(files);
  expect(loaded.problems.filter(isError)).toEqual([]);
  const { unfired, unresolved, ...counts } = findAlertCoverage(
    loaded.files.map((file) => ({ file, results: file.tests.map(runAlertTest) })),
  );
  const places = (alerts: typeof unfired) =>
    alerts.map(({ name, place }) => `${relative(folder, join(place.file ?? ""))} ${name}`);
  return { ...counts, unfired: places(unfired), unresolved: places(unresolved) };
}

it.each<[string, [string, string][], object]>([
  [
    "no alert fires",
    [["a.test.yaml", nothing]],
    { fired: 0, unfired: ["alerts.yaml Replica behind", "alerts.yaml Deploy"], unresolved: [] },
  ],
  [
    "a test without expectation does not count",
    [["a.test.yaml", idle]],
    { fired: 0, unfired: ["alerts.yaml Replica behind", "alerts.yaml Deploy"], unresolved: [] },
  ],
  [
    "an event alert never resolves",
    [["a.test.yaml", deploys]],
    { fired: 1, unfired: ["alerts.yaml Replica behind"], unresolved: [] },
  ],
  [
    "a threshold alert does not resolve",
    [["a.test.yaml", fires]],
    { fired: 1, unfired: ["alerts.yaml Deploy"], unresolved: ["alerts.yaml Replica behind"] },
  ],
  [
    "a threshold alert resolves in another file",
    [
      ["a.test.yaml", fires],
      ["b.test.yaml", resolves],
      ["c.test.yaml", deploys],
    ],
    { fired: 2, unfired: [], unresolved: [] },
  ],
])("%s", (_, files, expected) => {
  expect(coverageOf(files)).toEqual({ alerts: 2, ...expected });
});

it("counts alerts with the same name in two files of definitions twice", () => {
  expect(
    coverageOf([
      ["a.test.yaml", deploys],
      ["other/a.test.yaml", nothing],
    ]),
  ).toMatchObject({
    alerts: 4,
    fired: 1,
    unfired: ["alerts.yaml Replica behind", "other/alerts.yaml Replica behind", "other/alerts.yaml Deploy"],
  });
});
