// Deploys the alerts to an emulator of the service on a free port. Needs no account.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { ServiceEmulator } from "dbmon-iac/emulator";

const service = await ServiceEmulator.start();
after(() => service.stop());
// The emulator has demo destinations. Add the others that your alerts refer to:
service.environment().add("destinations", { name: "#payments", integration: 3 });

const env = { ...process.env, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
const dbmon = (...args) => promisify(execFile)("npx", ["--no", "dbmon-iac", ...args], { env });

test("a deployment converges: the next plan has no changes", async () => {
  await dbmon("apply", "alerts", "--yes");
  // Exits with 2, which rejects, if the plan has changes.
  await dbmon("plan", "alerts", "--detailed-exitcode");
});

test("a code deployment notifies #db-alerts", async () => {
  service.clock.advance(60); // changes take effect within a minute
  service.environment().add("events", { type: "code deployment" });
  const sent = service.environment().outbox();
  assert.deepEqual(
    sent.map(({ destination_name }) => destination_name),
    ["#db-alerts"],
  );
});
