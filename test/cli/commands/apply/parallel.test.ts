/** The number of concurrent changes of an apply. */
import { type ChildProcess } from "node:child_process";
import { alerts, commandBench, environmentOf } from "../../../support/command";
import { until } from "../../../support/programs";
import { RequestGate } from "../../../support/proxies";

const bench = commandBench();
const total = 50;

it.each([
  { flags: [], changes: 16 },
  { flags: ["--parallel", "3"], changes: 3 },
  { flags: ["--parallel", "40"], changes: 40 },
])("apply $flags makes $changes changes at the same time", async ({ flags, changes }) => {
  const emulator = await bench.emulator();
  const gate = await RequestGate.start(emulator.url);
  bench.onClose(() => gate.stop());
  gate.hold("POST", /\/alerts$/);
  const definitions = Array.from(
    { length: total },
    (_, index) => `\n  - { name: A${index}, policy: 1, event: { categories: [x] } }`,
  );
  const file = bench.write("alerts.yaml", `${alerts(...definitions)}\n`);
  let command: ChildProcess | undefined;
  const running = bench.dbmon(["apply", file, "--yes", ...flags], {
    environment: environmentOf(gate),
    onOutput: (_, process) => (command = process),
    onError: (stderr) => {
      if (stderr.includes("Interrupted")) gate.release();
    },
  });
  await until(() => gate.heldCount >= changes);
  // Changes in progress finish and no other starts, so the result counts the concurrent changes.
  command?.kill("SIGINT");
  const { stdout } = await running;
  expect(stdout).toContain(`${changes} of ${total} changes applied, ${total - changes} not started.`);
});
