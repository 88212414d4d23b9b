/** A plan that creates an alert looks whether it exists under another name. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, cpuHigh, deployed, environmentOf } from "../../../support/command";
import { editLive } from "../../edit-live";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  await dbmon("apply", file, "--yes", "--parallel", "1");
  emulator.requests.clear();
  return { emulator, dbmon, file };
}

const warning = (name: string, proof: string) =>
  `The live alert "${name}" (id 1) ${proof}, so this alert may be that one under another name.\n` +
  `  To rename it, add renamed_from: "${name}".`;

it("warns if the name of a definition was edited in place, and reads only alerts with equal settings", async () => {
  const { emulator, dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("CPU high", "CPU is high"), deployed));
  const plan = await dbmon("plan", file);
  expect(plan).toMatchObject({ code: 0 });
  expect(plan.stderr).toContain(warning("CPU high", "has the same content"));
  const configs = emulator.requests.list().filter(({ path }) => path.endsWith("/config"));
  expect(configs.map(({ path }) => path).sort()).toEqual([
    "/api/v2/config/alerts/1/config",
    "/api/v2/config/alerts/2/config",
  ]);
  const pasted = cpuHigh.replace("CPU high", 'CPU is high\n    renamed_from: "CPU high"');
  bench.write("alerts.yaml", alerts(pasted, deployed));
  const renamed = await dbmon("plan", file);
  expect(renamed.stdout).toContain('~ "CPU is high" will be renamed from "CPU high" (id 1)');
  expect(renamed.stderr).not.toContain("another name");
});

it.each([
  ["a space at the end", "'CPU high '", true],
  ["a no-break space", '"CPU\\u00a0high"', true],
  ["a zero-width character", '"CPU\\u200b high"', true],
  ["typographic quotes around it", "“CPU high”", true],
  ["its case", "cpu High", false],
])("names the live alert whose name differs only in %s, and other content", async (_, name, isUnusual) => {
  const { dbmon, file } = await setUp();
  const changed = cpuHigh.replace("CPU high", name).replace("trigger: 0.9", "trigger: 0.95");
  bench.write("alerts.yaml", alerts(changed, deployed));
  const unusual = "name has hidden characters, or spaces or quotes around it.";
  for (const args of [["check"], ["routes"], ["drift", "--no-wait"]]) {
    const { stdout, stderr } = await dbmon(...args, file);
    expect((stdout + stderr).includes(unusual)).toBe(isUnusual);
  }
  for (const args of [["plan"], ["apply", "--yes"]])
    expect((await dbmon(...args, file)).stderr).toContain(warning("CPU high", "has nearly the same name"));
});

it("warns with the id of an export if the alert was renamed and changed in the service", async () => {
  const { emulator, dbmon } = await setUp();
  await dbmon("export", "--to", "yaml", "--out", "live");
  await editLive(emulator, 1, { name: "Processor", annotations: "by hand" });
  const plan = await dbmon("plan", "live");
  expect(plan.stderr).toContain(warning("Processor", "was exported as this definition"));
});

it("is not removed from the code by accept, because the id of the export proves the rename", async () => {
  const { emulator, dbmon } = await setUp();
  await dbmon("export", "--to", "yaml", "--out", "live");
  await editLive(emulator, 1, { name: "Processor" });
  const accepted = await dbmon("accept", "live", "--include-deletions", "--no-wait", "--yes");
  expect(accepted).toMatchObject({ code: 0 });
  const file = join(bench.folder(), "live/threshold-alerts.yaml");
  expect(readFileSync(file, "utf8")).toContain("Processor");
  writeFileSync(join(bench.folder(), "live/.dbmon-export"), "");
  await editLive(emulator, 1, { name: "CPU" });
  const removed = await dbmon("accept", "live", "--include-deletions", "--no-wait", "--dry-run");
  expect(removed.stdout).toContain('remove "Processor"');
});
