/** Names and ids of a definition, looked up in what the environment offers. */
import { type AlertDefinition, type Catalog, catalogNeeds, resolveReferences } from "../../src/reconcile";
import { cpuHigh, deployed } from "../support/sample-alerts";

const catalog: Catalog = {
  destinations: [
    { id: 1, name: "DBA team mail" },
    { id: 2, name: "On-call PagerDuty" },
    { id: 3, name: "twice" },
    { id: 4, name: "twice" },
    { id: 5, name: "2" },
  ],
  hosts: [{ id: 11, name: "db-1" }, { id: 12 }],
  policies: [{ id: 2, name: "Once an hour" }],
  durations: [{ id: 2 }],
};

const place = { file: "alerts.yaml", line: 3, column: 5 };
const definition: AlertDefinition = { ...cpuHigh, destinations: [], hosts: [], place };

function resolve(changes: Partial<AlertDefinition>) {
  const { desired, problems } = resolveReferences([{ ...definition, ...changes }], catalog);
  return { desired: desired[0], problems };
}

it("names become ids, and ids stay what they are", () => {
  const { desired, problems } = resolve({ destinations: ["On-call PagerDuty", 1], hosts: ["db-1", 12] });
  expect(problems).toEqual([]);
  expect(desired).toMatchObject({ destinations: [2, 1], hosts: [11, 12] });
  expect(desired).not.toHaveProperty("place");
});

it("a name of digits is a name, and a number is an id", () => {
  expect(resolve({ destinations: ["2"] }).desired?.destinations).toEqual([5]);
  expect(resolve({ destinations: [2] }).desired?.destinations).toEqual([2]);
});

it.each([
  ["On-Call Pagerduty", /Did you mean "On-call PagerDuty"\?/],
  ["on call pagerduty", /Did you mean "On-call PagerDuty"\?/],
  ["DBA team mails", /Did you mean "DBA team mail"\?/],
  ["something else entirely", /Available: "2", "DBA team mail", "On-call PagerDuty", "twice"\./],
])("a name that does not exist, %j, is told with what may have been meant", (name, hint) => {
  const { problems } = resolve({ destinations: [1, name] });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    severity: "error",
    where: { ...place, subject: "CPU high", field: ["destinations", 1] },
  });
  expect(problems[0]?.what).toContain(`"${name}"`);
  expect(problems[0]?.remedy).toMatch(hint);
});

it("a name that several have is told with their ids", () => {
  const { problems } = resolve({ destinations: ["twice"] });
  expect(problems[0]?.what).toContain("3, 4");
  expect(problems[0]?.remedy).toContain("id");
});

it("every reference that leads nowhere is told, ids of policies and durations too", () => {
  const { problems } = resolve({
    policy: 9,
    destinations: ["x", 99],
    hosts: [1],
    condition: { kind: "threshold", alertLevel: "warn", metric: "m", trigger: 1, duration: 9, reset: 0 },
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

it("where the environment has none of a kind, that is said", () => {
  const { problems } = resolveReferences([{ ...definition, destinations: ["x"] }], {});
  expect(problems.map(({ remedy }) => remedy)).toContain("There are none in this environment.");
});

it("only kinds that are referred to have to be fetched", () => {
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
