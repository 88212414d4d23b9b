// Deploys the alerts of all environments to an emulator of the service on a free port. Needs no account.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { environments, startEmulator, variables } from "./emulator.mjs";

const service = await startEmulator();
const config = "emulator.dbmon.yaml";
writeFileSync(
  config,
  readFileSync("dbmon.yaml", "utf8").replaceAll(/base_url: .*/g, `base_url: ${service.url}`),
);
after(() => {
  rmSync(config);
  return service.stop();
});
for (const { name } of environments) {
  // The emulator has demo destinations. Add the others that your alerts refer to:
  service.environment(name).add("destinations", { name: "#payments", integration: 3 });
}

const env = { ...process.env, ...variables };
const dbmon = (...args) =>
  promisify(execFile)("npx", ["--no", "dbmon-iac", ...args, "--config", config, "--environment", "*"], {
    env,
  });

test("a deployment converges: the next plan has no changes", async () => {
  await dbmon("apply", "--yes");
  // Exits with 2, which rejects, if a plan has changes.
  await dbmon("plan", "--detailed-exitcode");
});

test("a code deployment notifies in each environment", async () => {
  service.clock.advance(60); // changes take effect within a minute
  for (const { name } of environments) {
    service.environment(name).add("events", { type: "code deployment" });
    assert.equal(service.environment(name).outbox().length, 1);
  }
});
