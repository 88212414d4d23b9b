// Deploys the alerts to the service on this machine: on a free port, without an account, and nothing is left behind.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { ServiceEmulator } from "dbmon-iac/emulator";

const folder = mkdtempSync(join(tmpdir(), "alerts-test-"));
const service = await ServiceEmulator.start();
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});
// It has the destinations of a demo. What your alerts name beside those is added like this:
service.environment().add("destinations", { name: "#payments", integration: 3 });

for (const name of readdirSync(".").filter((name) => name.endsWith(".tf"))) {
  copyFileSync(name, join(folder, name));
}
// Whatever the backend, the state of the test is its own.
writeFileSync(join(folder, "backend_override.tf"), 'terraform {\n  backend "local" {}\n}\n');
const env = {
  ...process.env,
  TF_CLI_CONFIG_FILE: join(process.cwd(), "dbmon.tfrc"),
  DBMON_BASE_URL: service.url,
  DBMON_API_TOKEN: service.token,
  DBMON_AGENT_TOKEN: service.agentToken,
};
const terraform = (...args) => promisify(execFile)("terraform", args, { cwd: folder, env });

test("a deployment leaves nothing to do", { timeout: 120_000 }, async () => {
  await terraform("init", "-input=false");
  await terraform("apply", "-auto-approve", "-input=false");
  // It ends with 2, which is an error here, where there are changes.
  await terraform("plan", "-detailed-exitcode", "-input=false");
});

test("a code deployment is told to #db-alerts", () => {
  service.clock.advance(60); // by then a change has taken effect
  service.environment().add("events", { type: "code deployment" });
  const told = service.environment().outbox();
  assert.deepEqual(
    told.map(({ destination_name }) => destination_name),
    ["#db-alerts"],
  );
});
