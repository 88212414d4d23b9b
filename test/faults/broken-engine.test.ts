/**
 * The engine broken on purpose, in the ways that it must never be: each has to be noticed, or the other tests of this folder
 * prove nothing.
 */
import { ServiceError } from "../../src/client";
import { type Sabotage } from "./one-run";
import { type PartName, partNames } from "./parts";
import { runSchedule } from "./run-schedule";
import { type FaultKind, type Schedule } from "./schedule";

const base: Schedule = {
  parts: partNames,
  uniqueNames: false,
  staleReads: false,
  isKept: false,
  parallelism: 8,
  concurrency: 1,
  runs: [],
};

/** Every position of one kind of fault, until something is noticed. */
async function noticed(schedule: Partial<Schedule>, kind: FaultKind, times: number, sabotage: Sabotage) {
  for (let at = 1; at <= 30; at++) {
    const runs = [{ faults: [{ at, times, kind }], pause: 0 }];
    const { violations } = await runSchedule({ ...base, ...schedule, runs }, sabotage);
    if (violations.length > 0) return violations.join("\n");
  }
  return "nothing";
}

const creation: readonly PartName[] = ["create a threshold alert"];

it("a POST that is repeated blindly", async () => {
  const found = await noticed({ parts: creation }, "after: cut", 1, (client) => {
    const post = client.createAlert.bind(client);
    client.createAlert = (settings) => post(settings).catch(() => post(settings));
  });
  expect(found).toContain("several alerts are named CPU high");
  expect(found).toContain("2 POSTs of CPU high");
});

it("a lost POST that is looked for in one list, and not for a window", async () => {
  const found = await noticed({ parts: creation, staleReads: true }, "after: cut", 1, (_, session) => {
    Object.assign(session.run, { propagationWindowMs: 0 });
  });
  expect(found).toContain("2 POSTs of CPU high");
});

it("a taking back that is told and not done", async () => {
  const found = await noticed({ parts: ["delete"] }, "after: late", 1, (client) => {
    client.deleteAlert = () => Promise.resolve();
  });
  expect(found).toContain("old/one is reported as done, but it is there");
});

it("a failure that is reported as done", async () => {
  const found = await noticed({ parts: ["update settings"] }, "before: 400", 1, (client) => {
    const put = client.updateAlert.bind(client);
    client.updateAlert = (alert) =>
      put(alert).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
  });
  expect(found).toContain("settings is reported as done, but its settings are");
});

it("an update that sends only what it knows", async () => {
  const found = await noticed({ parts: ["update settings"] }, "after: late", 1, (client) => {
    const put = client.updateAlert.bind(client);
    client.updateAlert = (alert) => put({ ...alert, unknownFields: {} });
  });
  expect(found).toContain("in the end settings is");
});

it("a deletion of what nobody asked about", async () => {
  const found = await noticed({ parts: ["delete"] }, "after: late", 1, (client) => {
    const remove = client.deleteAlert.bind(client);
    client.deleteAlert = () => remove(1);
  });
  expect(found).toContain("DELETE touched the foreign alert 1");
});

it("an error that is no problem to show", async () => {
  const found = await noticed({ parts: creation }, "after: late", 1, (client) => {
    client.createAlert = () => Promise.reject(new TypeError("undefined is not an object"));
  });
  expect(found).toContain("it threw what is no problem to show: TypeError");
});

it("a configuration that is not written", async () => {
  const found = await noticed({ parts: creation }, "after: late", 1, (client) => {
    client.writeAlertConfig = () => Promise.resolve();
  });
  expect(found).toContain("CPU high is reported as done, but it has no configuration");
});
