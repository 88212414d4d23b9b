/** A digest confirms changes of one environment, also if another one has the same address and the same content. */
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, deployed, environmentOf, writesTo } from "../../support/command";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = (name: string) =>
    `  ${name}: { base_url: "${emulator.url}", api_token: { env: DBMON_API_TOKEN }, agent_token: { env: DBMON_AGENT_TOKEN } }\n`;
  bench.write("dbmon.yaml", `environments:\n${environment("a")}${environment("b")}`);
  bench.write("alerts.yaml", alerts(deployed));
  const variables = { ...environmentOf(emulator), DBMON_AGENT_TOKEN: emulator.agentToken };
  return { emulator, run: (args: readonly string[]) => bench.dbmon(args, { environment: variables }) };
}

const digestIn = (text: string) => /--digest[ =]([0-9a-f]{64})/.exec(text)?.[1] ?? "";
const confirm = (digest: string) => ["apply", "--plan", `.dbmon/${digest}.json`, "--digest", digest];

it.each([
  ["a named environment", ["-e", "a"], ["-e", "b"]],
  ["an environment of variables", [], ["-e", "b"]],
])("the digest of a plan of %s is refused for another one", async (_, planned, other) => {
  const { emulator, run } = await setUp();
  const digest = digestIn((await run(["apply", "alerts.yaml", ...planned])).stderr);
  const refused = await run([...confirm(digest), ...other]);
  expect([refused.code, writesTo(emulator)]).toEqual([3, []]);
  expect((await run([...confirm(digest), ...planned])).code).toBe(0);
  expect(writesTo(emulator)).not.toEqual([]);
});

it.each([
  ["accept", ["alerts.yaml", "--no-wait"]],
  ["drill", ["#db-alerts"]],
])("the digest of %s is refused for another environment", async (command, args) => {
  const { emulator, run } = await setUp();
  expect((await run(["apply", "alerts.yaml", "--yes", "-e", "a"])).code).toBe(0);
  bench.write("alerts.yaml", alerts(deployed.replace("policy: 1", "policy: 2")));
  emulator.requests.clear();
  const digest = digestIn((await run([command, ...args, "-e", "a"])).stderr);
  const refused = await run([command, ...args, "-e", "b", "--digest", digest]);
  expect(refused.stderr).toContain("The digest does not confirm these changes. Nothing was written.");
  expect([refused.code, writesTo(emulator)]).toEqual([3, []]);
});

it("keeps the newest records, so that those that nobody confirms do not stay", async () => {
  const { run } = await setUp();
  const old = Array.from({ length: 25 }, (_, index) => `${String(index).padStart(64, "0")}.json`);
  for (const [index, name] of old.entries()) {
    bench.write(`.dbmon/${name}`, "{}");
    utimesSync(join(bench.folder(), ".dbmon", name), index, index);
  }
  const digest = digestIn((await run(["apply", "alerts.yaml", "-e", "a"])).stderr);
  const kept = [".gitignore", ...old.slice(-19), `${digest}.json`].sort();
  expect(readdirSync(join(bench.folder(), ".dbmon")).sort()).toEqual(kept);
});
