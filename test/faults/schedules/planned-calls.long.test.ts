/** Without faults, a run makes exactly the write calls of its plan, for each case and for all cases together. */
import { callsOf } from "../../../src/reconcile";
import { WatchedService } from "../watched-service";
import { caseNames, scenarioOf } from "./change-cases";
import { runOnce } from "./one-run";

function callOf(write: string): string {
  if (write.startsWith("POST")) return "createAlert";
  if (write.startsWith("DELETE")) return "deleteAlert";
  return write.endsWith("/config") ? "writeAlertConfig" : "updateAlert";
}

it.each([...caseNames.map((name) => [name]), [...caseNames]])(
  "makes exactly the planned write calls: %s",
  async (...names) => {
    const scenario = scenarioOf(caseNames.filter((name) => names.includes(name)));
    const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads: false });
    try {
      service.beginRun([]);
      const { plan, report } = await runOnce(service, scenario, {
        usesSavedPlan: false,
        parallelism: 1,
        concurrency: 1,
        requestTimeout: 30_000,
      });
      expect(report?.results.every(({ outcome }) => outcome === "done")).toBe(true);
      const planned = plan?.changes.flatMap(callsOf) ?? [];
      const calls = service.model.writes.map(callOf);
      expect([...calls].sort()).toEqual([...planned].sort());
      expect(calls.length > 0).toBe(names.some((name) => name !== "unchanged"));
    } finally {
      await service.stop();
    }
  },
);
