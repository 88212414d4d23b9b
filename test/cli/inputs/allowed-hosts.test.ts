/** DBMON_ALLOWED_HOSTS: another address gets no request, whichever file or variable names it. */
import { alerts, commandBench, cpuHigh, environmentOf, token } from "../../support/command";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  const config = bench.write(
    "dbmon.yaml",
    `environments: { staging: { base_url: "${emulator.url}", api_token: { env: DBMON_STAGING_TOKEN } } }\n`,
  );
  return { emulator, file, config };
}

it.each([
  ["plan", []],
  ["apply", ["--yes"]],
  ["doctor", []],
  ["audit", []],
])("dbmon %s sends nothing to the address of a variable", async (command, options) => {
  const { emulator, file } = await setUp();
  const sources = command === "plan" || command === "apply" ? [file] : [];
  const environment = { ...environmentOf(emulator), DBMON_ALLOWED_HOSTS: "app.example.com" };
  const run = await bench.dbmon([command, ...sources, ...options], { environment });
  expect(run.code).toBe(1);
  expect(run.stdout + run.stderr).toContain(
    "DBMON_ALLOWED_HOSTS does not allow the host 127.0.0.1, so no token is sent to it.",
  );
  expect(emulator.requests.list()).toEqual([]);
});

it("names the place of base_url in dbmon.yaml", async () => {
  const { emulator, file, config } = await setUp();
  const environment = { DBMON_STAGING_TOKEN: token, DBMON_ALLOWED_HOSTS: "app.example.com, *.example.org" };
  const run = await bench.dbmon(["plan", file, "--config", config, "-e", "staging"], { environment });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "dbmon.yaml:1:38: field environments.staging.base_url: DBMON_ALLOWED_HOSTS does not allow the host 127.0.0.1",
  );
  expect(emulator.requests.list()).toEqual([]);
  const allowed = { ...environment, DBMON_ALLOWED_HOSTS: "app.example.com,127.0.0.*" };
  const other = await bench.dbmon(["plan", file, "--config", config, "-e", "staging"], {
    environment: allowed,
  });
  expect(other.code).toBe(0);
});
