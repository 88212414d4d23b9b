/** Breaks the engine on purpose. The checks of this folder must detect each defect. */
import { ServiceError } from "../../../src/client";
import { type CaseName, caseNames } from "./change-cases";
import { type Sabotage } from "./one-run";
import { runSchedule } from "./run-schedule";
import { type FaultKind, type Schedule } from "./schedule";

const base: Schedule = {
  cases: caseNames,
  uniqueNames: false,
  staleReads: false,
  usesSavedPlan: false,
  parallelism: 8,
  concurrency: 1,
  runs: [],
};

/** Injects a fault at each position until a check reports a violation. */
async function firstViolation(
  schedule: Partial<Schedule>,
  kind: FaultKind,
  times: number,
  sabotage: Sabotage,
) {
  for (let at = 1; at <= 30; at++) {
    const runs = [{ faults: [{ at, times, kind }], pause: 0 }];
    const { violations } = await runSchedule({ ...base, ...schedule, runs }, { sabotage });
    if (violations.length > 0) return violations.join("\n");
  }
  return "no violation";
}

const creation: readonly CaseName[] = ["create a threshold alert"];

it("detects a POST that is repeated without a check", async () => {
  const found = await firstViolation({ cases: creation }, "after: cut", 1, (client) => {
    const post = client.createAlert.bind(client);
    client.createAlert = (settings) => post(settings).catch(() => post(settings));
  });
  expect(found).toContain("several alerts are named CPU high");
  expect(found).toContain("2 POSTs of CPU high");
});

it("detects a lost POST that is searched for in only one list", async () => {
  const found = await firstViolation({ cases: creation, staleReads: true }, "after: cut", 1, (_, session) => {
    Object.assign(session.run, { propagationWindowMs: 0 });
  });
  expect(found).toContain("2 POSTs of CPU high");
});

it("detects a deletion that is reported but not made", async () => {
  const found = await firstViolation({ cases: ["delete"] }, "after: late", 1, (client) => {
    client.deleteAlert = () => Promise.resolve();
  });
  expect(found).toContain("old/one is reported as done, but it exists");
});

it("detects a rollback that is reported but not made", async () => {
  const found = await firstViolation({ cases: creation }, "before: 400", 1, (client) => {
    client.deleteAlert = () => Promise.resolve();
  });
  expect(found).toContain("CPU high is reported as rolled back, but it exists");
});

it("detects a failure that is reported as done", async () => {
  const found = await firstViolation({ cases: ["update settings"] }, "before: 400", 1, (client) => {
    const put = client.updateAlert.bind(client);
    client.updateAlert = (alert) =>
      put(alert).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
  });
  expect(found).toContain("settings is reported as done, but its settings are");
});

it("detects an update that drops unknown fields", async () => {
  const found = await firstViolation({ cases: ["update settings"] }, "after: late", 1, (client) => {
    const put = client.updateAlert.bind(client);
    client.updateAlert = (alert) => put({ ...alert, unknownFields: {} });
  });
  expect(found).toContain("in the end settings is");
});

it("detects a deletion of an unmanaged alert", async () => {
  const found = await firstViolation({ cases: ["delete"] }, "after: late", 1, (client) => {
    const remove = client.deleteAlert.bind(client);
    client.deleteAlert = () => remove(1);
  });
  expect(found).toContain("DELETE touched the unmanaged alert 1");
});

it("detects an error that is not a problem", async () => {
  const found = await firstViolation({ cases: creation }, "after: late", 1, (client) => {
    client.createAlert = () => Promise.reject(new TypeError("undefined is not an object"));
  });
  expect(found).toContain("it threw an error that is not a problem: TypeError");
});

it("detects a configuration that is not written", async () => {
  const found = await firstViolation({ cases: creation }, "after: late", 1, (client) => {
    client.writeAlertConfig = () => Promise.resolve();
  });
  expect(found).toContain("CPU high is reported as done, but it has no configuration");
});
