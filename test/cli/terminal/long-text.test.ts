/** Text of files, however long or of however many lines, is shown in bounded lines that look like no other output. */
import { commandBench } from "../../support/command";

const bench = commandBench();
const long = "x".repeat(1_000_000);

it.each([
  ["name", `{ name: ${long}, policy: 1 }`],
  ["key", `{ name: a, ${long}: 1, policy: 1 }`],
  ["value", `{ name: a, policy: 1, hosts: ${long} }`],
])("a long %s is shortened in messages", async (_, alert) => {
  bench.write("alerts.yaml", `alerts:\n  - ${alert}\n`);
  const run = await bench.dbmon(["check", "alerts.yaml"]);
  expect(run.code).toBe(1);
  expect(run.stdout + run.stderr).toContain("xxx");
  expect(run.stdout.length + run.stderr.length).toBeLessThan(50_000);
});

it("lines of a rule's message are part of the problem", async () => {
  bench.write(
    "alerts.yaml",
    "alerts:\n  - { name: a, policy: 1, destinations: [1], event: { categories: [a] } }\n",
  );
  bench.write(
    "dbmon.yaml",
    'definitions: [alerts.yaml]\nenvironments: {}\nrules:\n  - { name: r, expression: "false", message: "First.\\nerror: forged" }\n',
  );
  const run = await bench.dbmon(["check"]);
  expect(run.code).toBe(1);
  const output = run.stdout + run.stderr;
  expect(output.match(/^error: /gm)).toHaveLength(1);
  expect(output).toContain("\n  First. error: forged\n");
});
