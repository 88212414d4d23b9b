/** Tests with a date: mutes end, and times can be dates. */
import { createTestFolder, header } from "./test-folder";

const { load, run } = createTestFolder();

/** Muted until 00:30 UTC, which is 1:30 before, and 02:30 after the clocks change in Central Europe. */
const alerts = `alerts:
  - name: Deploy
    policy: 1
    destinations: ["#deploys"]
    muted: { until: 2026-03-29T00:30:00Z, reason: load tests }
    event: { categories: [deploy] }
`;
const head = header.replace(/policies.*\n/, "").replace(/durations.*\n/, "");

const test = (start: string, more: string) => `tests:\n  - name: t\n    ${start}\n${more}`;
const events = (...times: string[]) =>
  `    events: [${times.map((at) => `{ at: ${at}, type: deploy }`).join(", ")}]\n`;
const failuresOf = (text: string) =>
  run(text, head, alerts).flatMap(({ failures }) => failures.map(({ what }) => what));

it("mutes an alert until the end of its mute, and enables it one propagation window later", () => {
  const expected = '    expect: { Deploy: [{ fires: 31m, notifies: ["#deploys"] }] }\n';
  const text = test("start: 2026-03-29T01:00+01:00", events("1m", "30m", "30m59s", "31m") + expected);
  expect(failuresOf(text)).toEqual([]);
});

it("ignores mutes without a date", () => {
  const text = test("until: 10m", `${events("1m")}    expect: { Deploy: [{ fires: 1m }] }\n`);
  expect(failuresOf(text)).toEqual([]);
});

it("reads dates with any offset, counted from the start", () => {
  const text = test(
    "start: 2026-03-29T00:30+01:00",
    `${events("2026-03-29T01:00:00Z", "2026-03-29T03:30+02:00")}    until: 2026-03-29T04:00+02:00
    expect: { Deploy: [{ fires: 1h30m }, { fires: 2026-03-29T01:30Z }, { fires: 2h }] }\n`,
  );
  expect(failuresOf(text)).toEqual(["Missing: 2h fires."]);
});

it("changes a muted alert, which stays muted", () => {
  const change =
    '    changes: [{ at: 0, alert: Deploy, set: { destinations: ["#deploys", 7], disabled: false } }]\n';
  const expected = '    expect: { Deploy: [{ fires: 40m, notifies: ["#deploys", 7] }] }\n';
  const text = test("start: 2026-03-29T00:00Z", events("5m", "40m") + change + expected);
  expect(failuresOf(text)).toEqual([]);
});

it.each([
  ["2026-03-29T00:29:59Z", "[]"],
  ["2026-03-29T00:30:00Z", '["#deploys"]'],
])("resolves routes at the start: %s", (start, notifies) => {
  const routes = `    routes: [{ event: deploy, notifies: ${notifies} }]\n`;
  expect(failuresOf(test(`start: ${start}`, routes))).toEqual([]);
});

it.each([
  ["start: 2026-03-29", "tests[0].start is not a date with a zone"],
  ["start: 2026-03-29T00:30", "tests[0].start is not a date with a zone"],
  ["until: 2026-03-29T00:30Z", "tests[0].until is not a time of up to one year"],
  [
    "start: 2026-03-29T00:30Z\n    until: 2026-03-29T00:29Z",
    "tests[0].until is not a time of up to one year",
  ],
])("refuses %s", (line, message) => {
  const { problems } = load(test(line, "    expect: { Deploy: [] }\n"), head, alerts);
  expect(problems).toEqual([expect.stringContaining(message)]);
});
