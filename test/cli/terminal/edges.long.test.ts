/** Edge cases of the command: interrupts, hanging calls, closed output, unusual folders. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ServiceEmulator } from "../../../src/emulator";
import { dbmonCommand, until } from "../../support/programs";

const alerts = "alerts:\n  - { name: A, policy: 1, destinations: [1], event: { categories: [x] } }\n";
let folder: string;
let service: ServiceEmulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-edges-"));
  writeFileSync(join(folder, "a.yaml"), alerts);
  service = await ServiceEmulator.start();
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]): ChildProcess {
  const environment = { PATH: process.env.PATH, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
  return spawn(...dbmonCommand(...args), {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    // A command that hangs must not outlive its test.
    timeout: 50_000,
    killSignal: "SIGKILL",
  });
}

async function ended(child: ChildProcess): Promise<{ code: unknown; stderr: string }> {
  if (child.stderr === null) throw new Error("no stderr");
  const [stderr, exit] = await Promise.all([text(child.stderr), once(child, "exit")]);
  const code: unknown = exit[0];
  return { code, stderr };
}

it("an interrupt during a read ends the command at once", async () => {
  service.faults.add({ method: "GET", answer: "hang" });
  const child = start("plan", "a.yaml");
  await until(() => service.requests.list().length > 0);
  child.kill("SIGINT");
  expect(await ended(child)).toEqual({ code: 1, stderr: "error: Interrupted. Nothing was written.\n" });
});

it("an error ends the command even if another call hangs", async () => {
  service.faults.add({ method: "GET", path: "/api/v2/config/destinations", answer: { status: 403 } });
  service.faults.add({ method: "GET", path: "*/alerts", answer: "hang" });
  const { code, stderr } = await ended(start("plan", "a.yaml"));
  expect(code).toBe(1);
  expect(stderr).toContain("GET /api/v2/config/destinations failed with status 403");
});

it("settings of destinations in an error response are not printed", async () => {
  const data = [{ id: 1, name: "pager", config: { secret_key: ["made-up-key"] } }];
  for (const body of [{ data }, JSON.stringify({ data }).slice(0, -1)]) {
    service.faults.add({ path: "/api/v2/config/destinations", times: 1, answer: { status: 400, body } });
    const { code, stderr } = await ended(start("plan", "a.yaml"));
    expect(code).toBe(1);
    expect(stderr).toContain("GET /api/v2/config/destinations failed with status 400");
    expect(stderr).not.toContain("made-up-key");
  }
});

it("after a 401, no further change is started", async () => {
  const names = Array.from(
    { length: 40 },
    (_, index) => `  - { name: A${index}, policy: 1, event: { categories: [x] } }`,
  );
  writeFileSync(join(folder, "many.yaml"), `alerts:\n${names.join("\n")}\n`);
  service.faults.add({ method: "POST", answer: { status: 401 } });
  const { code, stderr } = await ended(start("apply", "many.yaml", "--yes"));
  expect(code).toBe(1);
  expect(stderr).not.toContain("Warning");
  expect(service.requests.list({ method: "POST" }).length).toBeLessThanOrEqual(16);
});

it("a stack that configures its own provider is refused, because it may name another service", async () => {
  const stack = {
    provider: { dbmon: [{ base_url: "https://staging.example.com" }] },
    resource: { dbmon_alert: { a: { name: "A", policy: 1, event: { categories: ["x"] } } } },
  };
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify(stack));
  const { code, stderr } = await ended(start("apply", ".", "--yes"));
  expect(code).toBe(1);
  expect(stderr).toContain("The stack configures its provider (base_url)");
  expect(service.requests.list()).toEqual([]);
});

it("closed output leaves no alert incomplete", async () => {
  const names = Array.from(
    { length: 60 },
    (_, index) => `  - { name: A${index}, policy: 1, event: { categories: [x] } }`,
  );
  writeFileSync(join(folder, "many.yaml"), `alerts:\n${names.join("\n")}\n`);
  const child = start("apply", "many.yaml", "--yes");
  child.stdout?.destroy();
  child.stderr?.destroy();
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect(signal).toBeNull();
  const requests = service.requests.list();
  const posted = requests.filter(({ method }) => method === "POST");
  const configured = requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/config"));
  expect(configured).toHaveLength(posted.length);
});

it("a folder named stacks does not hide the definitions next to it", async () => {
  mkdirSync(join(folder, "stacks"));
  expect((await ended(start("plan", ".", "--detailed-exitcode"))).code).toBe(2);
});

it("a folder inside a source folder is skipped, whatever its name", async () => {
  mkdirSync(join(folder, "old.yaml"));
  expect((await ended(start("plan", "."))).code).toBe(0);
});

it("a name that is defined twice is reported with both places", async () => {
  writeFileSync(join(folder, "b.yaml"), alerts);
  const { code, stderr } = await ended(start("plan", "a.yaml", "b.yaml"));
  expect(code).toBe(1);
  expect(stderr).toContain(
    'b.yaml:2:13: "A", field name: Duplicate alert name, first defined at a.yaml:2:13.',
  );
});

it("exponentially growing aliases are an error without a stack trace", async () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? "  - &a0 [x, x, x]" : `  - &a${String(level)} [${`*a${String(level - 1)}, `.repeat(9)}]`,
  );
  writeFileSync(join(folder, "bomb.yaml"), `alerts:\n${levels.join("\n")}\n`);
  const { code, stderr } = await ended(start("plan", "bomb.yaml"));
  expect(code).toBe(1);
  expect(stderr).not.toContain("has a bug");
});

it.each([
  [["export", "--to", "yaml", "--out"], "Cannot write the file", "Choose a writable folder."],
  [["init", "--language", "yaml"], "Cannot write the file", "Choose a writable folder."],
  [["provider", "install"], "Cannot install the provider", "Choose a writable folder"],
] as const)("%j reports a folder that the system refuses to create", async (args, what, remedy) => {
  for (const out of ["/proc/x", "/proc/x/y"]) {
    const { code, stderr } = await ended(start(...args, out));
    expect(stderr).toContain(`error: ${out}: ${what}: no folder can be created in /proc.\n  ${remedy}`);
    expect(code).toBe(1);
  }
});

it.each([
  ["export", "--to", "yaml", "--out"],
  ["init", "--language", "yaml"],
  ["provider", "install"],
])("%s %s creates missing parent folders", async (...args) => {
  const out = join(folder, "a", "b", "c");
  expect((await ended(start(...args, out))).code).toBe(0);
  expect(existsSync(out)).toBe(true);
});
