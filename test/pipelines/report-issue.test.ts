/** The decision table of the issues about drift and audits. */
import { withMarker } from "../../src/pipelines/marker";
import { planReportIssue } from "../../src/pipelines/report-issue";

const now = Date.parse("2026-11-23T06:00:00Z");
const day = 86_400_000;
const issue = (number: number, fingerprint = "a", ageMs = 0) => {
  const values = { drift: fingerprint, reported: new Date(now - ageMs).toISOString() };
  const body = withMarker({ topic: "drift", key: "0123456789abcdef", values }, "Report");
  return { number, authorId: 1, body };
};

it.each([
  ["reported", [], ["open"]],
  ["reported", [issue(4)], []],
  ["reported", [issue(4, "a", 7 * day - 1)], []],
  ["reported", [issue(4, "a", 7 * day)], ["remind 4"]],
  ["reported", [issue(4, "b", 8 * day)], ["update 4"]],
  ["reported", [issue(5), issue(4)], ["close 5 duplicate"]],
  ["pending", [], []],
  ["pending", [issue(4, "b", 8 * day)], []],
  ["resolved", [], []],
  ["resolved", [issue(4)], ["close 4 completed"]],
  ["resolved", [issue(5), issue(4)], ["close 4 completed", "close 5 duplicate"]],
] as const)("%s with %j: %j", (state, issues, expected) => {
  const actions = planReportIssue({ topic: "drift", state, fingerprint: "a" }, issues, now);
  const strings = actions.map((action) => {
    if (action.kind === "open") return "open";
    const reason = action.kind === "close" ? ` ${action.reason}` : "";
    return `${action.kind} ${action.issue.number}${reason}`;
  });
  expect(strings).toEqual(expected);
});

it("reminds of an issue whose marker was edited by hand", () => {
  const edited = { number: 4, authorId: 1, body: "<!-- dbmon drift 0123456789abcdef drift=a -->\nReport" };
  expect(
    planReportIssue({ topic: "drift", state: "reported", fingerprint: "a" }, [edited], now),
  ).toMatchObject([{ kind: "remind" }]);
});
