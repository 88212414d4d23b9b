/** The number of concurrent changes of an apply. */
import { until } from "../support/until";
import { alerts, commandBench, environmentOf } from "./command";

const bench = commandBench();

it.each([
  { flags: [], changes: 16 },
  { flags: ["--parallel", "3"], changes: 3 },
  { flags: ["--parallel", "40"], changes: 40 },
])("apply $flags makes $changes changes at the same time", async ({ flags, changes }) => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "POST", path: /\/alerts$/, answer: "hang" });
  const some = Array.from(
    { length: 50 },
    (_, index) => `\n  - { name: A${index}, policy: 1, event: { categories: [x] } }`,
  );
  const file = bench.write("alerts.yaml", `${alerts(...some)}\n`);
  let child: { kill: (signal: "SIGKILL") => void } | undefined;
  const run = bench.dbmon(["apply", file, "--yes", ...flags], {
    environment: environmentOf(emulator),
    onOutput: (_, process) => (child = process),
  });
  const started = () => emulator.requests.list({ method: "POST" }).length;
  await until(() => started() >= changes);
  expect(started()).toBe(changes);
  child?.kill("SIGKILL");
  await run;
});
