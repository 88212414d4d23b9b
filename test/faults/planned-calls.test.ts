/** Without faults, a run makes just the writing calls that its plan says, each part by itself and all together. */
import { callsOf } from "../../src/reconcile";
import { runOnce } from "./one-run";
import { partNames, scenarioOf } from "./parts";
import { WatchedService } from "./watched-service";

function callOf(write: string): string {
  if (write.startsWith("POST")) return "createAlert";
  if (write.startsWith("DELETE")) return "deleteAlert";
  return write.endsWith("/config") ? "writeAlertConfig" : "updateAlert";
}

it.each([...partNames.map((name) => [name]), [...partNames]])(
  "what is planned is what is called: %s",
  async (...names) => {
    const scenario = scenarioOf(partNames.filter((name) => names.includes(name)));
    const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads: false });
    try {
      service.beginRun([]);
      const { plan, report } = await runOnce(service, scenario, {
        isKept: false,
        parallelism: 1,
        concurrency: 1,
        requestTimeout: 30_000,
      });
      expect(report?.results.every(({ outcome }) => outcome === "done")).toBe(true);
      const planned = plan?.changes.flatMap(callsOf) ?? [];
      const made = service.ledger.writes.map(callOf);
      expect([...made].sort()).toEqual([...planned].sort());
      expect(made.length > 0).toBe(names.some((name) => name !== "unchanged"));
    } finally {
      await service.stop();
    }
  },
);
