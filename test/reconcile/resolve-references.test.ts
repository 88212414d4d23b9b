/** References of definitions, resolved against the objects of an environment. */
import {
  type AlertDefinition,
  catalogNeeds,
  type ObjectCatalog,
  resolveReferences,
} from "../../src/reconcile";
import { cpuHigh, deployed } from "../support/sample-alerts";

const catalog: ObjectCatalog = {
  destinations: [
    { id: 1, name: "DBA team mail" },
    { id: 2, name: "On-call PagerDuty" },
    { id: 3, name: "twice" },
    { id: 4, name: "twice" },
    { id: 5, name: "2" },
  ],
  hosts: [{ id: 11, name: "db-1" }, { id: 12 }],
  policies: [{ id: 2, name: "Once an hour" }],
  durations: [
    { id: 2, name: "5 minutes", seconds: 300 },
    { id: 3, name: "1m", seconds: 90 },
    { id: 4, seconds: 60 },
    { id: 5, seconds: 1800 },
    { id: 6, seconds: 1800 },
    { id: 7, name: "Caf\u00e9" },
  ],
};

const place = { file: "alerts.yaml", line: 3, column: 5 };
const definition: AlertDefinition = { ...cpuHigh, destinations: [], hosts: [], place };

function resolve(changes: Partial<AlertDefinition>) {
  const resolution = resolveReferences([{ ...definition, ...changes }], catalog);
  if (!resolution.ok) throw new Error(JSON.stringify(resolution.problems));
  return resolution.desired[0];
}

function problemsOf(changes: Partial<AlertDefinition>, available: ObjectCatalog = catalog) {
  const resolution = resolveReferences([{ ...definition, ...changes }], available);
  if (resolution.ok) throw new Error("all references were resolved");
  return resolution.problems;
}

it("resolves names to ids, keeps ids, and sorts them", () => {
  const desired = resolve({ destinations: ["On-call PagerDuty", 1], hosts: ["db-1", 12] });
  expect(desired).toMatchObject({ destinations: [1, 2], hosts: [11, 12] });
  expect(desired).not.toHaveProperty("place");
});

const withDuration = (duration: number | string): Partial<AlertDefinition> => ({
  condition: { kind: "threshold", alert_level: "crit", metric: "m", trigger: 1, reset: 1, duration },
});

it("a name of several policies is a problem that lists their ids in order", () => {
  const policies = [4, 3].map((id) => ({ id, name: "Every time" }));
  expect(problemsOf({ policy: "Every time" }, { ...catalog, policies })).toMatchObject([
    {
      what: '2 alert policies are named "Every time" (ids 3, 4).',
      remedy: "Use the id instead of the name.",
    },
  ]);
});

it.each([
  ["5 minutes", 2],
  ["5m", 2],
  ["300s", 2],
  ["0.5m4m30s", 2],
  ["60s", 4],
  ["Cafe\u0301", 7],
  [3, 3],
])("resolves the duration %j by its name, its time or its id", (reference, duration) => {
  expect(resolve(withDuration(reference))).toMatchObject({ condition: { duration } });
});

it("resolves a policy by its name, and prefers the name of a duration over a time", () => {
  expect(resolve({ policy: "Once an hour", ...withDuration("1m") })).toMatchObject({
    policy: 2,
    condition: { duration: 3 },
  });
});

it.each<[Partial<AlertDefinition>, string]>([
  [
    { policy: "Once an hours" },
    'There is no alert policy named "Once an hours". Did you mean "Once an hour"? Available: "Once an hour".',
  ],
  [{ policy: "5m" }, 'There is no alert policy named "5m". Available: "Once an hour".'],
  [withDuration("2h"), "There is no alert duration of 2h. Available: 1m, 1m30s, 5m, 30m."],
  [withDuration("30m"), "2 alert durations last 30m (ids 5, 6). Use the name or the id instead of the time."],
  [
    withDuration("5 minuts"),
    'There is no alert duration named "5 minuts". Did you mean "5 minutes"? Available: "1m", "5 minutes", "Caf\u00e9".',
  ],
])("reports %j with what exists", (changes, problem) => {
  const [{ what, remedy } = { what: "", remedy: "" }] = problemsOf(changes);
  expect(`${what} ${remedy ?? ""}`).toBe(problem);
});

it("reports a time as an unknown name if the service returns no lengths", () => {
  const [problem] = problemsOf(withDuration("5m"), {
    ...catalog,
    durations: [{ id: 2, name: "short" }, { id: 3 }],
  });
  expect(problem).toMatchObject({
    what: 'There is no alert duration named "5m".',
    remedy: 'Available: "short".',
    where: { field: ["threshold", "duration"] },
  });
});

it("treats a string of digits as a name and a number as an id", () => {
  expect(resolve({ destinations: ["2"] })?.destinations).toEqual([5]);
  expect(resolve({ destinations: [2] })?.destinations).toEqual([2]);
});

it.each([
  ["On-Call Pagerduty", /Did you mean "On-call PagerDuty"\?/],
  ["on call pagerduty", /Did you mean "On-call PagerDuty"\?/],
  ["DBA team mails", /Did you mean "DBA team mail"\?/],
  ["something else entirely", /Available: "2", "DBA team mail", "On-call PagerDuty", "twice"\./],
])("reports the unknown name %j with similar or available names", (name, hint) => {
  const problems = problemsOf({ destinations: [1, name] });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    severity: "error",
    where: { ...place, subject: "CPU high", field: ["destinations", 1] },
  });
  expect(problems[0]?.what).toContain(`"${name}"`);
  expect(problems[0]?.remedy).toMatch(hint);
});

it("reports an ambiguous name with the ids of its objects", () => {
  const [problem] = problemsOf({ destinations: ["twice"] });
  expect(problem?.what).toContain("3, 4");
  expect(problem?.remedy).toContain("id");
});

it("reports every unresolved reference, including policies and durations", () => {
  const problems = problemsOf({
    policy: 9,
    destinations: ["x", 99],
    hosts: [1],
    condition: { kind: "threshold", alert_level: "warn", metric: "m", trigger: 1, duration: 9, reset: 0 },
  });
  expect(problems.map(({ where }) => where?.field?.join("."))).toEqual([
    "policy",
    "threshold.duration",
    "destinations.0",
    "destinations.1",
    "hosts.0",
  ]);
  expect(problems[0]?.remedy).toContain('2 ("Once an hour")');
});

it("returns no desired alert if one reference of one definition is unresolved", () => {
  const resolution = resolveReferences([definition, { ...definition, name: "other", hosts: [1] }], catalog);
  expect(resolution).toEqual({ ok: false, problems: [expect.objectContaining({ severity: "error" })] });
});

it("reports that the environment has no object of a kind", () => {
  const problems = problemsOf({ destinations: ["x"] }, {});
  expect(problems.map(({ remedy }) => remedy)).toContain("None are available in this environment.");
});

it("needs only the object kinds that the definitions refer to", () => {
  const event: AlertDefinition = { ...deployed, destinations: [], hosts: [], place };
  expect([...catalogNeeds([])]).toEqual([]);
  expect([...catalogNeeds([event])]).toEqual(["policies"]);
  expect([...catalogNeeds([event, { ...definition, destinations: ["x"], hosts: [1] }])].sort()).toEqual([
    "destinations",
    "durations",
    "hosts",
    "policies",
  ]);
});

it("compares the first hundred unknown names with the existing ones, and lists these for the rest", () => {
  const hosts = Array.from({ length: 150 }, (_, index) => `database-${index}.shop.exampel`);
  const available = hosts.map((_, index) => ({ id: index + 1, name: `database-${index}.shop.example` }));
  const problems = problemsOf({ hosts: [...hosts, ...hosts] }, { ...catalog, hosts: available });
  expect(problems).toHaveLength(300);
  const remedies = problems.map(({ remedy = "" }) => remedy);
  expect(remedies.filter((remedy) => remedy.startsWith("Did you mean"))).toHaveLength(200);
  expect(remedies[149]).toMatch(/^Available: .* and 140 more\.$/);
});
