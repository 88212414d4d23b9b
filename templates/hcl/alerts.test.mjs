// Deploys the alerts to an emulator of the service on a free port. Needs no account.
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
// The emulator has demo destinations. Add the others that your alerts refer to:
service.environment().add("destinations", { name: "#payments", integration: 3 });

for (const name of readdirSync(".").filter((name) => name.endsWith(".tf"))) {
  copyFileSync(name, join(folder, name));
}
// Overrides the backend: the test keeps its own state.
writeFileSync(join(folder, "backend_override.tf"), 'terraform {\n  backend "local" {}\n}\n');
const env = {
  ...process.env,
  TF_CLI_CONFIG_FILE: join(process.cwd(), "dbmon.tfrc"),
  DBMON_BASE_URL: service.url,
  DBMON_API_TOKEN: service.token,
  DBMON_AGENT_TOKEN: service.agentToken,
};
const terraform = (...args) => promisify(execFile)("terraform", args, { cwd: folder, env });

test("a deployment converges: the next plan has no changes", { timeout: 120_000 }, async () => {
  await terraform("init", "-input=false");
  await terraform("apply", "-auto-approve", "-input=false");
  // Exits with 2, which rejects, if the plan has changes.
  await terraform("plan", "-detailed-exitcode", "-input=false");
});

test("a code deployment notifies #db-alerts", () => {
  service.clock.advance(60); // changes take effect within a minute
  service.environment().add("events", { type: "code deployment" });
  const sent = service.environment().outbox();
  assert.deepEqual(
    sent.map(({ destination_name }) => destination_name),
    ["#db-alerts"],
  );
});
