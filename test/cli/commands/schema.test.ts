/** `dbmon schema`: the JSON Schema of definitions, which suggests the names of an environment and accepts all others. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { load } from "js-yaml";
import { alerts, commandBench, cpuHigh, environmentOf } from "../../support/command";
import { shopSeed } from "../../support/emulator";

const bench = commandBench();
const root = resolve(__dirname, "../../..");
const read = (text: string) => JSON.parse(text) as object;

it("without --live is the schema of the package, offline", async () => {
  const { code, stdout } = await bench.dbmon(["schema"]);
  expect(code).toBe(0);
  expect(read(stdout)).toEqual(read(readFileSync(join(root, "schemas/definitions.schema.json"), "utf8")));
});

it("--live suggests the names that the environment has, and accepts others", async () => {
  const seed = shopSeed();
  const emulator = await bench.emulator({
    seed: {
      ...seed,
      destinations: seed.destinations.map((one, index) =>
        index === 0 ? { ...one, name: "Costs ${more}" } : one,
      ),
    },
  });
  const environment = environmentOf(emulator);
  bench.write("alerts.yaml", alerts("\n  - { name: A, policy: 1, event: { categories: [our release] } }\n"));
  await bench.dbmon(["apply", "alerts.yaml", "--yes"], { environment });
  emulator.requests.clear();
  const { code, stdout, stderr } = await bench.dbmon(["schema", "--live"], { environment });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
  for (const name of [
    "Every time",
    "Costs $${more}",
    "db-1.shop.example",
    "our release",
    "os.cpu.user_us",
    "5 minutes",
  ])
    expect(stdout).toContain(JSON.stringify(name));
  expect(stdout).not.toContain('"Costs ${');
  expect(stdout).not.toContain("secret_key");
  const schema = read(stdout);
  const { properties } = (
    schema as { $defs: { Definitions: { properties: { alerts: { items: { properties: object } } } } } }
  ).$defs.Definitions.properties.alerts.items;
  expect(properties).toMatchObject({
    policy: { anyOf: [{ enum: expect.arrayContaining(["Every time"]) as unknown }, {}] },
    host_tags: {
      properties: { role: { anyOf: [{ enum: expect.arrayContaining(["primary"]) as unknown }, {}] } },
    },
  });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isValid = ajv.compile(schema);
  expect(isValid(load(alerts(cpuHigh.replace("On-call PagerDuty", "Another name"))))).toBe(true);
  expect(isValid(load(alerts(cpuHigh.replace("policy", "polcy"))))).toBe(false);
});
