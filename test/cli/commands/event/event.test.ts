/** `dbmon event create` creates an event exactly once, with the agent token. */
import { execFileSync } from "node:child_process";
import { type ServiceEmulator } from "../../../../src/emulator";
import { commandBench, environmentOf, token, writesTo } from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";
import { type Element, listIn } from "../../documents";

const bench = commandBench();
const agentToken = "agent-token";

async function setUp() {
  const emulator = await bench.emulator({ agentToken });
  const environment = { ...environmentOf(emulator), DBMON_AGENT_TOKEN: agentToken };
  return {
    emulator,
    environment,
    create: (...args: string[]) => bench.dbmon(["event", "create", ...args], { environment }),
  };
}

async function eventsOfType(emulator: ServiceEmulator, type: string): Promise<readonly Element[]> {
  const run = await bench.dbmon(["list", "events", "--type", type, "--json"], {
    environment: environmentOf(emulator),
  });
  return listIn(run, "events");
}

/** Creates a commit in the working folder of the command. */
function commit(subject: string, time: string): string {
  const env = { PATH: process.env.PATH, HOME: bench.folder(), GIT_COMMITTER_DATE: time };
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: bench.folder(), env, encoding: "utf8" });
  git("init", "--quiet");
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  git(...author, "commit", "--quiet", "--allow-empty", "-m", `${subject}\n\nAt length.`);
  return git("rev-parse", "--short", "HEAD").trim();
}

it("creates an event with all options, and resolves the host name", async () => {
  const { emulator, create } = await setUp();
  const run = await create(
    ...["--type", "deploy", "--message", "shop 1.2", "--start", "2026-11-21T18:00:00+01:00"],
    ...["--host", "db-1.shop.example", "--duration", "30", "--level", "warn"],
  );
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^Created event [0-9a-f]{32}: "deploy" at 2026-11-21T17:00:00Z, "shop 1\.2"\nEnvironment: /,
  );
  expect(await eventsOfType(emulator, "deploy")).toMatchObject([
    { start: "2026-11-21T17:00:00Z", message: "shop 1.2", host: 1, duration: 30, level: "warn" },
  ]);
});

it("by default the event is global, has level info and starts now, and --json prints it like dbmon list events", async () => {
  const { emulator, create } = await setUp();
  const before = Math.floor(Date.now() / 1000);
  const run = await create("--type", "deploy", "--message", "shop 1.2", "--json");
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const document = JSON.parse(run.stdout) as { dbmon: number; event: { start: string } };
  const [listed] = await eventsOfType(emulator, "deploy");
  expect(listed).toMatchObject({ host: null, level: "info", duration: 0 });
  expect({ ...document.event, digest: listed?.["digest"] }).toEqual(listed);
  expect(document.dbmon).toBe(1);
  expect(Date.parse(document.event.start) / 1000).toBeGreaterThanOrEqual(before);
});

it("--from-git uses the message and time of the commit, unless options set them", async () => {
  const { emulator, create } = await setUp();
  const id = commit('Keep the till "open"', "2026-11-20T10:00:00+02:00");
  expect((await create("--type", "deploy", "--from-git")).code).toBe(0);
  const message = "shop 1.2";
  const given = ["--message", message, "--start", "2026-11-02T09:00:00Z"];
  expect((await create("--type", "release", "--from-git", ...given)).code).toBe(0);
  expect(await eventsOfType(emulator, "deploy")).toMatchObject([
    { start: "2026-11-20T08:00:00Z", message: `${id} Keep the till "open"` },
  ]);
  expect(await eventsOfType(emulator, "release")).toMatchObject([{ start: "2026-11-02T09:00:00Z", message }]);
});

it("after a lost response the event is searched for, and exists once", async () => {
  const { emulator, create } = await setUp();
  emulator.faults.add({ method: "POST", answer: "cut", when: "after-commit", times: 1 });
  const run = await create("--type", "deploy", "--message", "shop 1.2");
  expect(run.code).toBe(0);
  const [event, ...others] = await eventsOfType(emulator, "deploy");
  expect(others).toEqual([]);
  expect(run.stdout).toContain(`Created event ${String(event?.["uuid"])}: `);
});

it("the agent token is sufficient, and without any token the error names both variables", async () => {
  const { emulator } = await setUp();
  const environment = { DBMON_BASE_URL: emulator.url, DBMON_AGENT_TOKEN: agentToken };
  const run = await bench.dbmon(["event", "create", "--type", "deploy", "--message", "x"], { environment });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(await eventsOfType(emulator, "deploy")).toHaveLength(1);
  const none = await bench.dbmon(["event", "create", "--type", "deploy", "--message", "x"], {
    environment: { DBMON_BASE_URL: emulator.url },
  });
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain("Set DBMON_AGENT_TOKEN or DBMON_API_TOKEN");
  const hosts = await bench.dbmon(["list", "hosts"], { environment });
  expect(hosts.stderr).toContain("Set DBMON_API_TOKEN");
});

it("without an agent token the API token is sent, and a refusal is reported with the remedy", async () => {
  const own = await bench.emulator({ token: "another", agentToken: token });
  const args = ["event", "create", "--type", "deploy", "--message", "shop 1.2"];
  expect((await bench.dbmon(args, { environment: environmentOf(own) })).code).toBe(0);
  const { emulator } = await setUp();
  const refused = await bench.dbmon(args, { environment: environmentOf(emulator) });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("Set DBMON_AGENT_TOKEN (or agent_token)");
});

it.each([
  [["--message", "x"], "required option '--type <type>'"],
  [["--type", "deploy", "--message", " "], "Must not be empty."],
  [["--type", "deploy", "--message", "x", "--level", "bad"], "info, warn or crit"],
  [["--type", "deploy", "--message", "x", "--duration", "1.5"], "Must be an integer of at least 0."],
])("%j is refused as a command line", async (args, message) => {
  const run = await parseCommandLine(["event", "create", ...args]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: /);
  expect(run.stderr).toContain(message);
});

it.each([
  [["--type", "deploy"], "Set --message or --from-git."],
  [["--type", "deploy", "--from-git"], "cannot read the commit in the current folder: not a git repository"],
  [["--type", "deploy", "--message", "x", "--start", "999999d"], "before 1970"],
  [["--type", "deploy", "--message", "x", "--host", "db-1.shop.exampel"], 'Did you mean "db-1.shop.example"'],
  [["--type", "deploy", "--message", "x", "--host", "77"], "There is no host with the id 77."],
])("%j is refused, and nothing is written", async (args, message) => {
  const { emulator, create } = await setUp();
  const run = await create(...args);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: /);
  expect(run.stderr).toContain(message);
  expect(writesTo(emulator)).toEqual([]);
});
