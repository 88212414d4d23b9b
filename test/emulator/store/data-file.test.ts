/** The data file: durability after stops and kills, upgrades, and rejected files. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import Libsql from "libsql";
import { ServiceEmulator } from "../../../src/emulator";
import { cpuAlert, cpuConfig, send, shopSeed } from "../../support/emulator";

const alerts = "/api/v2/config/alerts";
let folder: string;
let dataFile: string;
let running: ServiceEmulator | undefined;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-emulator-"));
  dataFile = join(folder, "data.db");
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  child?.kill("SIGKILL");
  child = undefined;
  rmSync(folder, { recursive: true });
});

async function start(): Promise<string> {
  running = await ServiceEmulator.start({ dataFile, seed: shopSeed() });
  return running.url;
}

async function startProcess(): Promise<string> {
  child = spawn(process.execPath, ["--import", "tsx", join(__dirname, "serve-data-file.ts"), dataFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("the child process has no stdout");
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return url;
}

it("alerts, configurations and ids survive a stop", async () => {
  const first = await start();
  await send(first, "POST", alerts, { body: cpuAlert });
  await send(first, "PUT", `${alerts}/1/config`, { body: cpuConfig });
  await send(first, "POST", alerts, { body: { ...cpuAlert, name: "gone" } });
  await send(first, "DELETE", `${alerts}/2`);
  await running?.stop();
  const second = await start();
  expect((await send(second, "GET", alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert }] });
  expect((await send(second, "GET", `${alerts}/1/config`)).json).toEqual(cpuConfig);
  expect((await send(second, "POST", alerts, { body: { ...cpuAlert, name: "new" } })).json).toMatchObject({
    id: 3,
  });
});

it("an existing environment is not seeded again", async () => {
  const hosts = (await send(await start(), "GET", "/api/v2/hosts")).json;
  await running?.stop();
  running = await ServiceEmulator.start({ dataFile, seed: "empty", tokens: { "other-token": "other" } });
  expect((await send(running.url, "GET", "/api/v2/hosts")).json).toEqual(hosts);
  expect((await send(running.url, "GET", "/api/v2/hosts", { token: "other-token" })).json).toEqual({
    data: [],
  });
});

/**
 * Runs concurrent writers until the process dies. The kill happens when `acknowledgedBeforeKill` writes are acknowledged, while
 * each other writer waits for a response.
 * @returns the acknowledged writes, the last responses of the killed process included
 */
async function writeUntilKilled<T>(write: (number: number) => Promise<T>): Promise<T[]> {
  const [writers, acknowledgedBeforeKill, maxWrites] = [8, 20, 1_000];
  const acknowledged: T[] = [];
  let started = 0;
  let waitingAtKill: number | undefined;
  const writeInLoop = async () => {
    while (started < maxWrites) {
      const result = await write(started++);
      acknowledged.push(result);
      if (acknowledged.length !== acknowledgedBeforeKill) continue;
      waitingAtKill = started - acknowledged.length;
      child?.kill("SIGKILL");
    }
  };
  const exited = child === undefined ? undefined : once(child, "exit");
  const outcomes = await Promise.allSettled(Array.from({ length: writers }, writeInLoop));
  expect(outcomes.map(({ status }) => status)).toEqual(Array<string>(writers).fill("rejected"));
  expect(waitingAtKill).toBe(writers - 1);
  expect(await exited).toEqual([null, "SIGKILL"]);
  return acknowledged;
}

it("no acknowledged write is lost after a SIGKILL during writes", async () => {
  const url = await startProcess();
  const acknowledged = await writeUntilKilled(async (number) => {
    const body = { ...cpuAlert, name: `alert ${number}` };
    const { id } = (await send(url, "POST", alerts, { body })).json as { id: number };
    await send(url, "PUT", `${alerts}/${id}/config`, { body: { ...cpuConfig, trigger: id } });
    return { id, name: body.name };
  });

  const restarted = await start();
  const { data } = (await send(restarted, "GET", alerts)).json as { data: { id: number; name: string }[] };
  expect(data).toEqual(
    expect.arrayContaining(acknowledged.map((alert) => expect.objectContaining(alert) as object)),
  );
  expect(new Set(data.map(({ name }) => name)).size).toBe(data.length);
  for (const { id } of acknowledged) {
    expect((await send(restarted, "GET", `${alerts}/${id}/config`)).json).toEqual({
      ...cpuConfig,
      trigger: id,
    });
  }
}, 30_000);

it("[EVENT-1] no acknowledged event is lost after a SIGKILL during writes", async () => {
  const url = await startProcess();
  const acknowledged = await writeUntilKilled(async (number) => {
    const body = { start: 1_790_000_000 + number, type: "deploy", message: `release ${number}` };
    const response = await send(url, "POST", "/api/v2/events", { body, token: "demo-agent-token" });
    return (response.json as { uuid: string }).uuid;
  });

  const listing = await send(await start(), "GET", "/api/v2/events?addGlobal=1&from=1790000000");
  const stored = new Set((listing.json as { data: { uuid: string }[] }).data.map(({ uuid }) => uuid));
  expect(acknowledged.filter((uuid) => !stored.has(uuid))).toEqual([]);
}, 30_000);

it("only the owner can read it, because destination settings contain secrets", async () => {
  await start();
  expect(statSync(dataFile).mode & 0o077).toBe(0);
  expect(statSync(`${dataFile}-wal`).mode & 0o077).toBe(0);
});

describe("a file is rejected and not modified", () => {
  function change(sql: string): void {
    const database = new Libsql(dataFile);
    database.exec(sql);
    database.close();
  }

  async function expectRejection(reason: string): Promise<void> {
    const before = readFileSync(dataFile);
    await expect(start()).rejects.toMatchObject({
      name: "ProblemError",
      message: expect.stringContaining(reason) as string,
    });
    expect(readFileSync(dataFile).equals(before)).toBe(true);
  }

  it("that is not a SQLite database", async () => {
    writeFileSync(dataFile, "alerts: []\n".repeat(100));
    await expectRejection("is not a SQLite database");
  });

  it("of another application", async () => {
    change("CREATE TABLE song (title TEXT)");
    await expectRejection("belongs to another program");
  });

  it("of another schema version", async () => {
    await start();
    await running?.stop();
    change("PRAGMA user_version = 99");
    await expectRejection("has schema version 99. Supported: 4.");
  });

  it("that another emulator has open", async () => {
    await start();
    const holder = running;
    await expectRejection("in use by another process");
    await holder?.stop();
  });

  it("of an older schema version, and the port is released", async () => {
    const port = Number(new URL(await start()).port);
    await running?.stop();
    change("PRAGMA user_version = 3");
    await expect(ServiceEmulator.start({ dataFile, port })).rejects.toThrow("has schema version 3");
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    await promisify(other.close.bind(other))();
  });

  it("never has values that the emulator cannot read: SQLite refuses to write them", async () => {
    await start();
    await running?.stop();
    for (const sql of ["UPDATE document SET document = 'x'", "UPDATE document SET time = 'yesterday'"]) {
      expect(() => {
        change(sql);
      }).toThrow(/constraint failed|cannot store TEXT value/);
    }
    await start();
  });

  it("in a missing directory", async () => {
    dataFile = join(folder, "missing", "data.db");
    await expect(start()).rejects.toMatchObject({
      name: "ProblemError",
      problems: [
        {
          what: expect.stringMatching(/Cannot open the data file: no such file/) as string,
          where: { file: dataFile },
          remedy: "Use a path in a writable directory.",
        },
      ],
    });
  });
});
