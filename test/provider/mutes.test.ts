/** Requests about an alert with `muted`. Each process, and the service, gets another time, as if time passed between the commands. */
import { ExtData } from "@msgpack/msgpack";
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";
import { clockAhead } from "../support/programs";
import { AlertRequests, valuesOf } from "./alert-requests";

const muted = { name: "CPU", muted: { until: "2026-12-24T08:00:00Z", reason: "load tests" } };
const before = "2026-12-21T08:00:00Z";
const after = "2026-12-24T09:00:00Z";

let service: ServiceEmulator;
let aheadMs = 0;
let client: AlertRequests | undefined;

beforeEach(async () => {
  const clock = { now: () => Date.now() + aheadMs };
  service = await ServiceEmulator.start({ seed: shopSeed(), clock });
});
afterEach(async () => {
  await client?.stop();
  await service.stop();
});

/** Ends the process, and starts another one at a time. */
async function at(time: string): Promise<AlertRequests> {
  aheadMs = Date.parse(time) - Date.now();
  return start(aheadMs);
}

/** @param processAheadMs by how much the clock of the process is ahead */
async function start(processAheadMs: number): Promise<AlertRequests> {
  await client?.stop();
  const connection = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
  client = await AlertRequests.start(
    { ...connection, ...clockAhead(processAheadMs) },
    { propagation_window: "0s" },
  );
  return client;
}

it("leaves disabled unknown in the plan of a creation, and decides it in the apply", async () => {
  const planned = await (await at(before)).plan(muted);
  expect(valuesOf(planned.plannedState)["disabled"]).toBeInstanceOf(ExtData);
  const repeated = await (await at(after)).plan(muted);
  expect(valuesOf(repeated.plannedState)).toMatchObject({ disabled: false });
  const late = await at(after);
  expect((await late.apply(muted, planned)).values).toMatchObject({ disabled: false });
});

it("has no difference until the end, and then a known one that stays in the plan of the apply", async () => {
  const early = await at(before);
  const created = await early.create(muted);
  expect(created.values).toMatchObject({ disabled: true, muted: muted.muted });
  expect(await early.diff(muted, await early.refresh(created))).toEqual([]);
  const late = await at(after);
  const refreshed = await late.refresh(created);
  expect(refreshed.values).toEqual(created.values);
  expect(await late.diff(muted, refreshed)).toEqual(["disabled", "written_at"]);
  const enabled = await late.update(muted, refreshed);
  expect(enabled.values).toMatchObject({ disabled: false });
  expect(await late.diff(muted, await late.refresh(enabled))).toEqual([]);
});

it("leaves disabled unknown while another attribute of a muted alert changes", async () => {
  const early = await at(before);
  const created = await early.create(muted);
  const changed = { ...muted, annotations: "changed" };
  expect(await early.diff(changed, created)).toEqual(["annotations", "disabled", "written_at"]);
  expect((await early.update(changed, created)).values).toMatchObject({ disabled: true });
});

it("upgrades a state with muted_until", async () => {
  const early = await at(before);
  const { values, private: stored } = await early.create({ name: "CPU" });
  const { muted: _, ...older } = values;
  const upgraded = await early.upgrade({
    values: { ...older, muted_until: muted.muted.until },
    private: stored,
  });
  expect(upgraded.values).toEqual({ ...values, muted: { until: muted.muted.until, reason: null } });
});

it("reads a state of an earlier version, which has no muted", async () => {
  const early = await at(before);
  const { values, ...stored } = await early.create({ name: "CPU" });
  const { muted: _, ...older } = values;
  const refreshed = await early.refresh({ ...stored, values: older });
  expect(await early.diff({ name: "CPU" }, refreshed)).toEqual([]);
});

describe("if the clocks of the machine and the service differ", () => {
  const minute = 60_000;
  const endsIn = (milliseconds: number) => ({
    name: "CPU",
    muted: { until: new Date(Date.now() + milliseconds).toISOString(), reason: null },
  });
  const clockWarnings = ({
    diagnostics,
  }: {
    readonly diagnostics: readonly { readonly summary: string }[];
  }) => diagnostics.filter(({ summary }) => summary.includes("clock"));

  it("ends a mute by the clock of the service, and warns once in a process", async () => {
    aheadMs = 0;
    const alert = endsIn(3 * minute);
    const created = await (await start(0)).create(alert);
    expect(created.values).toMatchObject({ disabled: true });
    service.clock.advance(4 * 60);
    const late = await start(0);
    const planned = await late.plan(alert, created);
    expect(valuesOf(planned.plannedState)).toMatchObject({ disabled: false });
    expect(clockWarnings(planned)).toMatchObject([
      {
        severity: 2,
        summary:
          "The clock of the service is 4 minutes ahead of the clock of this machine. Mutes and periods end by the clock of the service.",
        detail: expect.stringContaining("Synchronize the clock of this machine") as string,
      },
    ]);
    expect(clockWarnings(await late.plan(alert, created))).toEqual([]);
    expect((await late.apply(alert, planned, created)).values).toMatchObject({ disabled: false });
  });

  it("keeps a mute that has ended only by the wrong clock of the machine", async () => {
    aheadMs = 0;
    const alert = endsIn(30 * minute);
    const created = await (await start(60 * minute)).create(alert);
    expect(created.values).toMatchObject({ disabled: true });
    expect(await (await start(60 * minute)).diff(alert, created)).toEqual([]);
  });

  it("does not warn about an alert without a mute, nor about seconds", async () => {
    aheadMs = 0;
    expect(clockWarnings(await (await start(60 * minute)).plan({ name: "CPU" }))).toEqual([]);
    expect(clockWarnings(await (await start(-50_000)).plan(endsIn(30 * minute)))).toEqual([]);
  });
});
