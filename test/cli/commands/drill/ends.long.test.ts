/** Every end of a drill: killed, interrupted or failed at each of its calls. Only a kill leaves something, which the next run recognizes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EmulatorOptions, type Fault, type ServiceEmulator } from "../../../../src/emulator";
import { commandBench } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { until } from "../../../support/programs";
import { addAlert, agentToken, drillEnvironment, drillToJson, liveAlerts } from "./drill-bench";

const bench = commandBench();
const args = ["#db-alerts", "--yes"];
const others = ["a lasting alert", "dbmon drill"];

async function start(options: EmulatorOptions = {}): Promise<ServiceEmulator> {
  const emulator = await bench.emulator({ propagationSeconds: 0, agentToken, ...options });
  for (const name of others) await addAlert(emulator, name, "dbmon-drill-4f81");
  emulator.requests.clear();
  return emulator;
}

/** The calls of a drill that meets no fault, in this order. */
const calls = [
  "GET /config/alerts",
  "GET /config/destinations",
  "GET /config/alert-opts/policy",
  "POST /config/alerts",
  "PUT /config/alerts/3/config",
  "GET /config/alerts",
  "GET /config/destinations",
  "POST /events",
  "GET /config/destinations",
  "DELETE /config/alerts/3",
];
const positions = calls.map((_, index) => index + 1);

function callsTo(emulator: ServiceEmulator): string[] {
  return emulator.requests.list().map(({ method, path }) => `${method} ${path.replace("/api/v2", "")}`);
}

it("a drill makes these calls", async () => {
  const emulator = await start();
  expect((await drillToJson(bench, emulator, args)).code).toBe(3);
  expect(callsTo(emulator)).toEqual(calls);
});

/** Ends the drill while one of its calls waits for the response. @returns the exit code */
async function endAtCall(
  emulator: ServiceEmulator,
  position: number,
  when: "before" | "after-commit",
  signal: NodeJS.Signals,
  latencyMs: number,
): Promise<number | null> {
  emulator.faults.add({ nth: position, times: 1, when, latencyMs });
  // The command writes its process ID to a file, because its first output may follow the call.
  const run = bench.dbmon(["drill", ...args, "--window", "0"], {
    environment: { ...drillEnvironment(emulator), NODE_OPTIONS: `--require ${writePid()}` },
  });
  await until(() => emulator.requests.list().length >= position);
  process.kill(Number(readFileSync(join(bench.folder(), "pid"), "utf8")), signal);
  const { code } = await run;
  emulator.faults.clear();
  return code;
}

function writePid(): string {
  const file = bench.write(
    "pid.cjs",
    `require("fs").writeFileSync(__dirname + "/pid", String(process.pid));`,
  );
  return join(bench.folder(), file);
}

describe.each(["before", "after-commit"] as const)("%s", (when) => {
  it.each(positions)(
    "a kill at call %i leaves at most one alert, which the next run recognizes",
    async (position) => {
      const emulator = await start();
      await endAtCall(emulator, position, when, "SIGKILL", 60_000);
      const left = (await liveAlerts(emulator)).filter(({ name }) => !others.includes(name));
      const isCreated = position > 4 || (position === 4 && when === "after-commit");
      const isDeleted = position === calls.length && when === "after-commit";
      expect(left).toHaveLength(isCreated && !isDeleted ? 1 : 0);
      for (const { id, name } of left) {
        expect(name).toMatch(/^dbmon drill \d{4}-\d\d-\d\dT\d\d:\d\dZ [0-9a-f]{4}$/);
        const path = `/config/alerts/${String(id)}/config`;
        const config = await callService(emulator, "GET", path).catch(() => undefined);
        const isComplete = position > 5 || (position === 5 && when === "after-commit");
        const category = `dbmon-drill-${name.slice(-4)}`;
        expect(config).toEqual(
          isComplete ? { hosts: [], host_types: [], categories: [category] } : undefined,
        );
      }
      const { code } = await drillToJson(bench, emulator, ["--clean", "--yes"]);
      expect(code).toBe(0);
      expect((await liveAlerts(emulator)).map(({ name }) => name)).toEqual(others);
    },
  );

  it.each(positions)("a fault of one response at call %i leaves nothing", async (position) => {
    for (const answer of [{ status: 503 }, { status: 500, body: "<html>" }, "cut"] as const) {
      const emulator = await start();
      emulator.faults.add({ nth: position, times: 1, when, answer });
      const { code } = await drillToJson(bench, emulator, args);
      expect([1, 3]).toContain(code);
      expect((await liveAlerts(emulator)).map(({ name }) => name)).toEqual(others);
    }
  });
});

it.each(positions)("SIGINT and SIGTERM at call %i leave nothing", async (position) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const emulator = await start();
    expect(await endAtCall(emulator, position, "after-commit", signal, 300)).toBeGreaterThan(0);
    expect((await liveAlerts(emulator)).map(({ name }) => name)).toEqual(others);
  }
});

it.each<[string, Fault]>([
  ["truncated", { answer: "truncated" }],
  ["garbage", { answer: "garbage" }],
  ["refused", { answer: { status: 403 } }],
])("%s responses at each call leave nothing, unless the deletion is refused", async (_, fault) => {
  for (const position of positions) {
    const emulator = await start();
    emulator.faults.add({ ...fault, nth: position, times: 1 });
    const { code, problems } = await drillToJson(bench, emulator, args);
    const left = (await liveAlerts(emulator)).filter(({ name }) => !others.includes(name));
    const isRefusedDeletion = position === calls.length && typeof fault.answer === "object";
    expect([position, left.length]).toEqual([position, isRefusedDeletion ? 1 : 0]);
    if (!isRefusedDeletion) continue;
    expect(code).toBe(1);
    const { what, remedy } = problems.at(-1) ?? {};
    expect(what).toContain(`The temporary alert "${left[0]?.name ?? ""}" (id 3) could not be deleted`);
    expect(remedy).toBe("Delete it with dbmon drill --clean.");
  }
});
