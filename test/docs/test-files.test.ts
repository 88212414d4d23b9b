/** The outputs in docs/test-files.md are those of its files, with the alerts below. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { commandBench } from "../support/command";
import { firstMissing } from "../support/printed";

const page = readFileSync(resolve(__dirname, "../../docs/test-files.md"), "utf8");
const bench = commandBench();
const block = (language: string, text: string) =>
  Array.from(
    page.matchAll(new RegExp("^```" + language + "\\n([^]*?)\\n```", "gm")),
    ([, code = ""]) => code,
  ).find((code) => code.includes(text)) ?? "";

const replica = (destination: string) => `alerts:
  - name: "Orders: a replica is behind"
    policy: 1
    destinations: ["${destination}"]
    host_types: [mysql]
    threshold: { alert_level: warn, metric: mysql.repl.seconds_behind_master, trigger: 30, duration: 2, reset: 20 }
`;
const deploys = `  - name: "Deploy: code went out"
    policy: 3
    destinations: ["#db-alerts"]
    event: { categories: [code deployment] }
`;

async function expectPrinted(text: string, ...args: readonly string[]): Promise<void> {
  const { stdout, stderr } = await bench.dbmon(args);
  const printed = stdout + stderr;
  const missing = firstMissing(block("text", text).split("\n"), printed);
  expect(missing === undefined ? undefined : `${missing} is not in:\n${printed}`).toBeUndefined();
}

it("a test passes, and fails with another expectation, as the page shows", async () => {
  bench.write("alerts.yaml", replica("#db-alerts") + deploys);
  const test = block("yaml", "tests:\n");
  bench.write("alerts.test.yaml", test);
  await expectPrinted("passed: ", "test");
  expect(test).toContain("fires: 6m10s");
  bench.write("alerts.test.yaml", test.replace("fires: 6m10s", "fires: 6m20s"));
  await expectPrinted("failed: ", "test");
});

it("a name that is not in the catalog is an error, as the page shows", async () => {
  bench.write("alerts/orders.yaml", replica("#db-alert"));
  bench.write("catalog.yaml", block("yaml", "# catalog.yaml"));
  await expectPrinted("error: ", "check", "alerts", "--catalog", "catalog.yaml");
});
