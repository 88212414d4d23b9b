/** Requests about an alert with `muted_until`. Each process has a clock of its own, as if time passed between the commands. */
import { ExtData } from "@msgpack/msgpack";
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";
import { clockAhead } from "../support/programs";
import { AlertRequests, valuesOf } from "./alert-requests";

const muted = { name: "CPU", mutedUntil: "2026-12-24T08:00:00Z" };
const before = "2026-12-21T08:00:00Z";
const after = "2026-12-24T09:00:00Z";

let service: ServiceEmulator;
let client: AlertRequests | undefined;

beforeEach(async () => {
  service = await ServiceEmulator.start({ seed: shopSeed() });
});
afterEach(async () => {
  await client?.stop();
  await service.stop();
});

/** Ends the process, and starts another one at a time. */
async function at(time: string): Promise<AlertRequests> {
  await client?.stop();
  client = await AlertRequests.start(
    {
      DBMON_BASE_URL: service.url,
      DBMON_API_TOKEN: service.token,
      ...clockAhead(Date.parse(time) - Date.now()),
    },
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
  expect(created.values).toMatchObject({ disabled: true, muted_until: muted.mutedUntil });
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

it("reads a state of an earlier version, which has no muted_until", async () => {
  const early = await at(before);
  const { values, ...stored } = await early.create({ name: "CPU" });
  const { muted_until: _, ...older } = values;
  const refreshed = await early.refresh({ ...stored, values: older });
  expect(await early.diff({ name: "CPU" }, refreshed)).toEqual([]);
});
