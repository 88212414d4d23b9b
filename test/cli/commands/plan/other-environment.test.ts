/** Saved plans are bound to their environment: by its name, and by what the service holds. */
import { environmentsBench, lag } from "../../environments/environments-bench";

const bench = environmentsBench();

async function planForStaging() {
  const emulator = await bench.start();
  bench.configure();
  bench.write("alerts/a.yaml", lag);
  const staging = emulator.environment("staging");
  for (let id = 100; id < 120; id++)
    staging.add("hosts", { id, name: `staging-${id}`, type: "mysql", port: 3306 });
  const saved = await bench.run(["plan", "-e", "staging", "--out", "staging.json"]);
  expect(saved).toMatchObject({ code: 0 });
  const names = { staging: `staging (${emulator.url})`, production: `production-eu (${emulator.url})` };
  return { emulator, staging, names };
}

const production = { DBMON_STAGING_TOKEN: "production-token-1" };

it("is refused in an environment of another name, with exit code 3 and both names", async () => {
  const { names } = await planForStaging();
  const refused = await bench.run(["apply", "--plan", "staging.json", "-e", "production-eu", "--yes"]);
  expect(refused).toMatchObject({ code: 3, stdout: "" });
  expect(refused.stderr).toBe(
    `error: staging.json: The plan was made for "${names.staging}", and not for "${names.production}".\n` +
      "  Apply it to its environment, or create a new plan.\nNothing was written.\n",
  );
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual([]);
});

it("is refused after the token was exchanged, with exit code 3 and the environment of the plan", async () => {
  const { names } = await planForStaging();
  const args = ["apply", "--yes", "--plan", "staging.json", "-e", "staging", "--json"];
  const refused = await bench.run(args, production);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(
    `error: staging.json: The plan was made for "${names.staging}", but the token selects another one: `,
  );
  expect(refused.stderr).toMatch(
    /: \d+ of \d\d alerts, destinations and hosts of that environment exist\.\n/,
  );
  expect(JSON.parse(refused.stdout)).toMatchObject({ environment: "staging", results: [] });
  expect(await bench.live("DBMON_EU_TOKEN")).toEqual([]);
});

it("is applied after ordinary changes of its environment", async () => {
  const { staging } = await planForStaging();
  staging.add("hosts", { id: 200, name: "new", type: "mysql", port: 3306 });
  expect(await bench.run(["apply", "--yes", "--plan", "staging.json", "-e", "staging"])).toMatchObject({
    code: 0,
  });
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual(["Lag in staging"]);
});

it("is applied to an environment with the same content, which cannot be told apart", async () => {
  const emulator = await bench.start();
  bench.configure();
  bench.write("alerts/a.yaml", lag);
  await bench.run(["plan", "-e", "staging", "--out", "staging.json"]);
  const applied = await bench.run(["apply", "--yes", "--plan", "staging.json", "-e", "staging"], production);
  expect(applied).toMatchObject({ code: 0 });
  expect(applied.stdout).toContain(`Environment: staging (${emulator.url})\n`);
});
