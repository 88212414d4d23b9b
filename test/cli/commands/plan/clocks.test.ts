/** Mutes end by the clock of the service if it differs from the clock of the machine: an emulator that was advanced, or a wrong clock. */
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";
import { callService, send } from "../../../support/emulator";
import { clockAhead } from "../../../support/programs";

const bench = commandBench();
const minute = 60_000;
const secondToken = "s3cr3t-second-token";
const warning = /^warning: The clock of the service is (.*) the clock of this machine\./gm;

/** An emulator, and a definition whose mute ends in some minutes by the clock of the machine. */
async function setUp(minutes: number | undefined) {
  const emulator = await bench.emulator({ tokens: { [secondToken]: "second" } });
  const until = new Date(Date.now() + (minutes ?? 0) * minute).toISOString();
  const mute = minutes === undefined ? "" : `muted: { until: ${until} }`;
  const file = bench.write(
    "alerts.yaml",
    alerts(`
  - name: Deploys
    policy: 1
    destinations: [1]
    event: { categories: [deploy] }
    ${mute}
`),
  );
  const dbmon = async (args: readonly string[], aheadMs = 0) => {
    const environment = {
      ...environmentOf(emulator),
      DBMON_SECOND_TOKEN: secondToken,
      ...clockAhead(aheadMs),
    };
    const run = await bench.dbmon(args, { environment });
    return { ...run, differences: [...run.stderr.matchAll(warning)].map(([, difference]) => difference) };
  };
  const advance = async (seconds: number) => {
    const body = { advance: seconds };
    expect((await send(emulator.url, "POST", "/_emulator/clock", { token: "", body })).status).toBe(200);
  };
  const isDisabled = async () => {
    const { data } = (await callService(emulator, "GET", "/config/alerts")) as {
      data: { disabled: number }[];
    };
    return data.map(({ disabled }) => disabled);
  };
  return { emulator, file, dbmon, advance, isDisabled };
}

it("ends a mute in a plan, a drift, an apply and routes when the clock of the emulator is advanced, and says so once", async () => {
  const { file, dbmon, advance, isDisabled } = await setUp(4);
  const created = await dbmon(["apply", file, "--yes"]);
  expect(created.stdout).toContain("(4 minutes)");
  expect([created.differences, await isDisabled()]).toEqual([[], [1]]);

  await advance(5 * 60);
  const planned = await dbmon(["plan", file]);
  expect(planned.stdout).toMatch(/^~ "Deploys" will be updated \(id \d+\), mute ended at /);
  expect(planned.differences).toEqual(["5 minutes ahead of"]);
  expect(planned.stderr).toContain("\n  Synchronize the clock of this machine, unless the service is");
  const drift = await dbmon(["drift", file, "--no-wait"]);
  expect([drift.stdout, drift.differences]).toEqual([
    expect.stringContaining('mute ended: "Deploys"'),
    ["5 minutes ahead of"],
  ]);
  const routes = await dbmon(["routes", file, "--event", "deploy"]);
  expect([routes.stdout, routes.differences]).toEqual([
    expect.stringContaining("DBA team mail"),
    ["5 minutes ahead of"],
  ]);
  expect((await dbmon(["apply", file, "--yes"])).differences).toEqual(["5 minutes ahead of"]);
  expect(await isDisabled()).toEqual([0]);
});

it("ends a mute in a back-test of definitions that name nothing", async () => {
  const { file, dbmon, advance } = await setUp(4);
  await advance(5 * 60);
  const run = await dbmon(["backtest", file, "--json"]);
  expect(run.differences).toEqual(["5 minutes ahead of"]);
  expect(run.stdout).not.toContain('"disabled": true');
});

it("refuses a saved plan whose mute has ended by the clock of the emulator", async () => {
  const { emulator, file, dbmon, advance } = await setUp(4);
  await dbmon(["plan", file, "--out", "plan.json"]);
  await advance(5 * 60);
  const run = await dbmon(["apply", "--yes", "--plan", "plan.json"]);
  expect(run).toMatchObject({ code: 3, differences: ["5 minutes ahead of"] });
  expect(run.stderr).toContain("after the plan was made.");
  expect(writesTo(emulator)).toEqual([]);
});

it("keeps a mute that has ended only by the wrong clock of the machine", async () => {
  const { file, dbmon, isDisabled } = await setUp(30);
  const applied = await dbmon(["apply", file, "--yes"], 2 * 60 * minute);
  expect(applied.stdout).toContain("(30 minutes)");
  expect([applied.differences, await isDisabled()]).toEqual([["2 hours behind"], [1]]);
});

it("back-tests and checks the events before the clock of the service, by a machine that is 20 days ahead", async () => {
  const { emulator, file, dbmon } = await setUp(undefined);
  const start = Math.floor(Date.now() / 1000) - 60;
  const deployment = { message: "deployed", type: "deploy", level: "info", start };
  for (let event = 0; event < 3; event++)
    await callService(emulator, "POST", "/events", deployment, emulator.agentToken);
  const ahead = 20 * 24 * 60 * minute;
  const limit = ["--backtest", "--max-firings", "1/1d"];
  for (const args of [
    ["plan", file, ...limit],
    ["backtest", file],
    ["check", file, "--online"],
  ]) {
    const run = await dbmon(args, ahead);
    expect([args[0], run.differences]).toEqual([args[0], ["20 days behind"]]);
    expect([args[0], run.code]).toEqual([args[0], args[0] === "plan" ? 1 : 0]);
  }
});

it("uses the clock of the machine for a smaller difference, and reports none without a mute", async () => {
  const small = await setUp(4);
  await small.advance(50);
  expect((await small.dbmon(["plan", small.file])).differences).toEqual([]);
  const unmuted = await setUp(undefined);
  await unmuted.advance(3600);
  expect(await unmuted.dbmon(["plan", unmuted.file])).toMatchObject({ code: 0, differences: [] });
});

it("reports the difference once for several environments", async () => {
  const { emulator, file, dbmon, advance } = await setUp(4);
  const tokens = { a: "DBMON_API_TOKEN", b: "DBMON_SECOND_TOKEN" };
  const environments = Object.entries(tokens).map(
    ([name, token]) => `  ${name}: { base_url: "${emulator.url}", api_token: { env: ${token} } }\n`,
  );
  bench.write("dbmon.yaml", `definitions: [${file}]\nenvironments:\n${environments.join("")}`);
  await advance(5 * 60);
  const { differences } = await dbmon(["plan", "--environment", "*"]);
  expect(differences).toEqual(["5 minutes ahead of"]);
});
