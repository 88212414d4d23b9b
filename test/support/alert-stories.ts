/** What the stories of one alert or many in Terraform have in common: their blocks, and what is told of the end. */
import { type DbmonTerraform } from "./dbmon-terraform";

export const provider = 'provider "dbmon" {}\n';

export interface Fields {
  /** A name, or an expression of Terraform where it begins with "= ". */
  readonly name: string;
  readonly policy?: number;
  /** Given, the alert is of kind threshold; else of kind event. */
  readonly trigger?: number;
  readonly category?: string;
  /** Further lines of the block. */
  readonly more?: string;
}

export function alertBlock(label: string, { name, policy = 1, trigger, category = "x", more = "" }: Fields) {
  const kind =
    trigger === undefined
      ? `event = { categories = [${JSON.stringify(category)}] }`
      : `threshold = { alert_level = "crit", metric = "os.cpu.user_us", trigger = ${String(trigger)}, duration = 1, reset = 1 }`;
  const value = name.startsWith("= ") ? name.slice(2) : JSON.stringify(name);
  return `resource "dbmon_alert" "${label}" {\n  name = ${value}\n  policy = ${String(policy)}\n  ${kind}\n  ${more}\n}\n`;
}

/** One block for each label. */
export function alertBlocks(blocks: Readonly<Record<string, Fields>>): string {
  return (
    provider +
    Object.entries(blocks)
      .map(([label, fields]) => alertBlock(label, fields))
      .join("")
  );
}

/** Blocks of a label and a number each: old0, old1 ... */
export function manyBlocks(
  label: string,
  count: number,
  fields: (index: number) => Fields,
): Record<string, Fields> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(indexes.map((index) => [label + String(index), fields(index)]));
}

/** Terraform asks for one resource after the other: none can wait for another. */
export const oneByOne = "-parallelism=1";

/**
 * Applies until it succeeds, `most` times at most. Whenever it fails, it has to ask for another apply, and must have lost nothing.
 * @returns how often it applied
 */
export async function applyInTurns(world: DbmonTerraform, most: number, ...args: string[]): Promise<number> {
  const count = (await world.alerts()).length;
  for (let turn = 1; ; turn++) {
    const run = await world.tryApply(...args);
    expect((await world.alerts()).length).toBeGreaterThanOrEqual(count);
    if (run.code === 0) return turn;
    expect(run.text).toMatch(/apply (again|a second time)/);
    if (turn === most) throw new Error(`still failing after ${String(most)} applies:\n${run.text}`);
  }
}

/** The writes that reached the service since they were last asked for: "PUT 4", "PUT 4/config". */
export function takeWrites(world: DbmonTerraform): string[] {
  const writes = world.writes().map(({ method, path }) => {
    const rest = path.replace("/api/v2/config/alerts", "").replace(/^\//, "");
    return rest === "" ? method : `${method} ${rest}`;
  });
  world.service.requests.clear();
  return writes;
}

/** Ids in Terraform's state by address; "deposed" follows the address of an object that a replacement has left. */
export function idsInState(world: DbmonTerraform): Record<string, number> {
  // The form of Terraform's state file.
  const state = JSON.parse(world.folder.stateText()) as {
    resources: {
      type: string;
      name: string;
      instances: { index_key?: number | string; deposed?: string; attributes: { id: string } }[];
    }[];
  };
  return Object.fromEntries(
    state.resources
      .filter(({ type }) => type === "dbmon_alert")
      .flatMap(({ name, instances }) =>
        instances.map(({ index_key, deposed, attributes }) => [
          name +
            (index_key === undefined ? "" : `[${String(index_key)}]`) +
            (deposed === undefined ? "" : " deposed"),
          Number(attributes.id),
        ]),
      ),
  );
}

/** Ids in the service by name. */
export async function idsInService(world: DbmonTerraform): Promise<Record<string, number>> {
  return Object.fromEntries((await world.alerts()).map(({ name, id }) => [name, id]));
}

/** No change is planned, and the state and the service hold the same alerts, each once. */
export async function expectSettled(world: DbmonTerraform): Promise<void> {
  const plan = await world.plan();
  expect({ code: plan.code, text: plan.code === 0 ? "" : plan.text }).toEqual({ code: 0, text: "" });
  const held = Object.values(idsInState(world)).sort();
  expect(Object.values(await idsInService(world)).sort()).toEqual(held);
  expect(new Set(held).size).toBe(held.length);
  expect(takeWrites(world)).toEqual([]);
}

/** An alert as somebody else made it. Without a category, it has no configuration. @returns its id */
export async function makeByHand(
  world: DbmonTerraform,
  { name, policy = 1, category }: Pick<Fields, "name" | "policy" | "category">,
  token?: string,
): Promise<number> {
  const alert = { name, destinations: [], policy, type: 1, annotations: "", disabled: 0 };
  // The form of ALERT-2.
  const { id } = (await world.call("POST", "/config/alerts", alert, token)) as { id: number };
  if (category !== undefined) {
    const config = { hosts: [], host_types: [], categories: [category] };
    await world.call("PUT", `/config/alerts/${String(id)}/config`, config, token);
  }
  world.service.requests.clear();
  return id;
}

/** With it, what a list does not show is gone, however lately it was written. */
export function withoutWindow(hcl: string): string {
  return hcl.replace(provider, 'provider "dbmon" { propagation_window = "0s" }\n');
}
