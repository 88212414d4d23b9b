/** The emulator in process: options, start and stop. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { emptySeed, ServiceEmulator } from "../../src/emulator";
import { cpuAlert, send, shopSeed } from "../support/emulator";

const alerts = "/api/v2/config/alerts";
// Read before the first emulator of this process starts.
const originalGlobals = [Request, Response];
const running: ServiceEmulator[] = [];

async function start(options: Parameters<typeof ServiceEmulator.start>[0]): Promise<ServiceEmulator> {
  const emulator = await ServiceEmulator.start({ seed: shopSeed(), ...options });
  running.push(emulator);
  return emulator;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

it("listens on the loopback address, with the documented tokens", async () => {
  const emulator = await start({});
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect([emulator.token, emulator.agentToken]).toEqual(["demo-token", "demo-agent-token"]);
  expect((await send(emulator.url, "GET", alerts, { token: emulator.agentToken })).status).toBe(200);
});

it("custom tokens replace the documented tokens", async () => {
  const { url } = await start({ token: "mine", agentToken: "agent" });
  expect((await send(url, "GET", alerts, { token: "mine" })).status).toBe(200);
  expect((await send(url, "GET", alerts, { token: "demo-token" })).status).toBe(401);
  expect((await send(url, "GET", alerts, { token: "demo-agent-token" })).status).toBe(401);
});

it("two emulators share no data", async () => {
  const [one, two] = [await start({}), await start({})];
  await send(one.url, "POST", alerts, { body: cpuAlert });
  expect((await send(two.url, "GET", alerts)).json).toEqual({ data: [] });
  expect(two.requests.list()).toHaveLength(1);
});

it("the empty seed contains options, but no hosts and destinations", async () => {
  const { url } = await start({ seed: "empty" });
  const read = async (path: string) =>
    ((await send(url, "GET", `/api/v2${path}`)).json as { data: unknown[] }).data;
  expect(await read("/hosts")).toEqual([]);
  expect(await read("/config/destinations")).toEqual([]);
  expect(await read("/config/integrations")).toEqual(emptySeed.integrations);
  expect(await read("/config/alert-opts/policy")).toEqual(emptySeed.policies);
  expect(await read("/config/alert-opts/durations")).toEqual(emptySeed.durations);
});

it("accepts a custom seed", async () => {
  const { url } = await start({ seed: { ...emptySeed, policies: [{ id: 9, name: "Ours", max: 3 }] } });
  expect((await send(url, "GET", "/api/v2/config/alert-opts/policy")).json).toEqual({
    data: [{ id: 9, name: "Ours", max: 3 }],
  });
});

it("allows duplicate names with uniqueNames: false", async () => {
  const { url } = await start({ uniqueNames: false });
  await send(url, "POST", alerts, { body: cpuAlert });
  expect((await send(url, "POST", alerts, { body: cpuAlert })).json).toMatchObject({ id: 2 });
});

it("closes idle connections, releases its port, and can be stopped twice", async () => {
  const first = await start({});
  await send(first.url, "GET", alerts);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  await expect(send(first.url, "GET", alerts)).rejects.toThrow("fetch failed");
  const second = await start({ port: Number(new URL(first.url).port) });
  expect(second.url).toBe(first.url);
});

it("does not replace the global Request and Response", async () => {
  const { url } = await start({});
  await send(url, "GET", alerts);
  expect([Request, Response]).toEqual(originalGlobals);
});

it("an internal error during a write returns a JSON 500 and rolls the write back", async () => {
  let failing = false;
  let calls = 0;
  const now = () => {
    // The request log reads the clock first. The write reads it second, after it assigned an id.
    if (failing && ++calls === 2) throw new Error("the clock is broken");
    return 0;
  };
  const { url } = await start({ clock: { now } });
  failing = true;
  const broken = await send(url, "POST", alerts, { body: cpuAlert });
  expect(broken).toMatchObject({
    status: 500,
    json: { error: expect.stringContaining("clock is broken") as string },
  });
  failing = false;
  expect((await send(url, "POST", alerts, { body: cpuAlert })).json).toMatchObject({ id: 1 });
});

describe("does not start", () => {
  it("on a port that is in use", async () => {
    const port = Number(new URL((await start({})).url).port);
    await expect(start({ port })).rejects.toMatchObject({
      name: "ProblemError",
      message: expect.stringContaining(`Port ${port} is already in use.`) as string,
    });
  });

  it.each([
    [{ token: "" }, "is empty"],
    [{ agentToken: "two words" }, "is empty or contains characters"],
    [{ token: "same-secret", agentToken: "same-secret" }, "equals an API token"],
    [{ propagationSeconds: -1 }, "0 or greater"],
    [{ propagationSeconds: NaN }, "0 or greater"],
    [{ port: 70_000 }, 'cannot listen on "127.0.0.1", port 70000'],
  ])("with %j", async (options, reason) => {
    const failure: unknown = await start(options).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: "ProblemError",
      message: expect.stringContaining(reason) as string,
    });
    expect(String(failure)).not.toMatch(/same-secret|two words/);
  });

  it("if optional packages are missing, and names the packages to install", async () => {
    jest.resetModules();
    jest.doMock("libsql", () => {
      throw new Error("Cannot find module 'libsql'");
    });
    await expect(start({})).rejects.toThrow("npm install hono @hono/node-server libsql");
    jest.dontMock("libsql");
  });
});

it("importing the module loads neither SQLite nor the HTTP server", () => {
  const script = `
    require(${JSON.stringify(join(__dirname, "../../src/emulator/index.ts"))});
    const loaded = Object.keys(require.cache).filter((file) => /node_modules.(libsql|hono|@hono)/.test(file));
    process.stdout.write(JSON.stringify(loaded));`;
  const output = execFileSync(process.execPath, ["--import", "tsx", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual([]);
});
