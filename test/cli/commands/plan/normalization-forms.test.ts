/** Definitions in NFC and live alerts in NFD, or the other way round, are the same alerts. */
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";

const bench = commandBench();
const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";

const defined = (policy: number) =>
  alerts(
    `\n  - { name: ${composed}, policy: ${policy}, destinations: [${composed}], event: { categories: [${composed}] } }\n`,
  );

async function setUp() {
  const emulator = await bench.emulator();
  emulator.environment().add("destinations", { id: 77, name: decomposed, integration: 1, settings: {} });
  const environment = environmentOf(emulator);
  const live = bench.write(
    "live.yaml",
    alerts(
      `\n  - { name: ${decomposed}, policy: 1, destinations: [77], event: { categories: [${decomposed}] } }\n`,
    ),
  );
  const dbmon = (...args: string[]) => bench.dbmon([...args, "--window", "0"], { environment });
  expect(await dbmon("apply", live, "--yes")).toMatchObject({ code: 0 });
  emulator.requests.clear();
  return { emulator, environment, dbmon };
}

it("plan and drift find no difference, and an apply keeps the form of the strings that it does not change", async () => {
  const { emulator, dbmon } = await setUp();
  const same = bench.write("same.yaml", defined(1));
  expect(await dbmon("plan", same, "--detailed-exitcode")).toMatchObject({ code: 0 });
  expect(await dbmon("drift", same, "--no-wait", "--detailed-exitcode")).toMatchObject({ code: 0 });

  const changed = bench.write("changed.yaml", defined(2));
  expect(await dbmon("apply", changed, "--yes", "--target", decomposed)).toMatchObject({ code: 0 });
  expect(writesTo(emulator)).toEqual(["PUT /alerts/1"]);
  const { stdout } = await dbmon("plan", changed, "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    changes: [{ action: "unchanged", name: composed, live: { alert: { name: decomposed, policy: 2 } } }],
  });
});

it("two definitions whose names differ only in their form are duplicates", async () => {
  const file = bench.write(
    "two.yaml",
    alerts(
      `\n  - { name: ${composed}, policy: 1, event: { categories: [x] } }\n  - { name: ${decomposed}, policy: 1, event: { categories: [x] } }\n`,
    ),
  );
  const { code, stdout } = await bench.dbmon(["check", file]);
  expect(code).toBe(1);
  expect(stdout).toContain("The names differ only in their Unicode normalization form.");
});
