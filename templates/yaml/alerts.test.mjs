// Deploys the alerts to the service on this machine: on a free port, without an account, and nothing is left behind.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { ServiceEmulator } from "dbmon-iac/emulator";

const service = await ServiceEmulator.start();
after(() => service.stop());
// It has the destinations of a demo. What your alerts name beside those is added like this:
service.environment().add("destinations", { name: "#payments", integration: 3 });

const env = { ...process.env, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
const dbmon = (...args) => promisify(execFile)("npx", ["dbmon", ...args], { env });

test("a deployment leaves nothing to do", async () => {
  await dbmon("apply", "alerts", "--yes");
  // It ends with 2, which is an error here, where there are changes.
  await dbmon("plan", "alerts", "--detailed-exitcode");
});

test("a code deployment is told to #db-alerts", async () => {
  service.clock.advance(60); // by then a change has taken effect
  service.environment().add("events", { type: "code deployment" });
  const told = service.environment().outbox();
  assert.deepEqual(
    told.map(({ destination_name }) => destination_name),
    ["#db-alerts"],
  );
});
