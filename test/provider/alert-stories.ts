/** Shared by the tests of sequences of Terraform runs: blocks of alerts, and checks of the final state. */
import { type DbmonTerraform } from "../support/dbmon-terraform";
import { type Run } from "../support/terraform";

export const provider = 'provider "dbmon" {}\n';

export interface Fields {
  /** A name, or a Terraform expression after "= ". */
  readonly name: string;
  readonly policy?: number;
  /** If set, the alert is a threshold alert, otherwise an event alert. */
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

/** The provider block, and a block for each label. */
export function alertBlocks(blocks: Readonly<Record<string, Fields>>): string {
  return (
    provider +
    Object.entries(blocks)
      .map(([label, fields]) => alertBlock(label, fields))
      .join("")
  );
}

/** Blocks whose labels end with their index: old0, old1, and so on. */
export function manyBlocks(
  label: string,
  count: number,
  fields: (index: number) => Fields,
): Record<string, Fields> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(indexes.map((index) => [label + String(index), fields(index)]));
}

/** Terraform applies one resource after the other, so no operation can wait for another one. */
export const sequentially = "-parallelism=1";

/**
 * Applies up to `maxApplies` times, until an apply succeeds. A failed apply must request another apply, and must not delete alerts.
 * @returns the number of applies
 */
export async function applyUntilDone(
  terraform: DbmonTerraform,
  maxApplies: number,
  ...args: string[]
): Promise<number> {
  const count = (await terraform.alerts()).length;
  let output = "";
  for (let turn = 1; turn <= maxApplies; turn++) {
    const run = await terraform.tryApply(...args);
    expect((await terraform.alerts()).length).toBeGreaterThanOrEqual(count);
    if (run.code === 0) return turn;
    expect(run.text).toMatch(/apply (again|a second time)/);
    output = run.text;
  }
  throw new Error(`Apply still fails after ${String(maxApplies)} attempts:\n${output}`);
}

/** Applies with DBMON_EXISTING_ALERTS=adopt, as for one run, and a short propagation window. @throws Error if it fails */
export async function applyAdopting(terraform: DbmonTerraform): Promise<Run> {
  const window = { DBMON_PROPAGATION_WINDOW: "1s" };
  const environment = { ...terraform.environment, ...window, DBMON_EXISTING_ALERTS: "adopt" };
  const run = await terraform.run(["apply", "-auto-approve", "-input=false"], environment);
  if (run.code !== 0) throw new Error(`terraform apply failed:\n${run.stdout}\n${run.stderr}`);
  return run;
}

/** Returns and forgets the writes that the service received, for example "PUT 4" and "PUT 4/config". */
export function takeWrites(terraform: DbmonTerraform): string[] {
  const writes = terraform.writes().map(({ method, path }) => {
    const rest = path.replace("/api/v2/config/alerts", "").replace(/^\//, "");
    return rest === "" ? method : `${method} ${rest}`;
  });
  terraform.service.requests.clear();
  return writes;
}

/** IDs in Terraform's state by address. The addresses of deposed objects end with "deposed". */
export function idsInState(terraform: DbmonTerraform): Record<string, number> {
  // The format of Terraform's state file.
  const state = JSON.parse(terraform.folder.stateText()) as {
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

/** IDs in the service by name. */
export async function idsInService(terraform: DbmonTerraform): Promise<Record<string, number>> {
  return Object.fromEntries((await terraform.alerts()).map(({ name, id }) => [name, id]));
}

/** Expects a plan without changes, and the same alerts in the state and in the service, each once. */
export async function expectSettled(terraform: DbmonTerraform): Promise<void> {
  const plan = await terraform.plan();
  expect({ code: plan.code, text: plan.code === 0 ? "" : plan.text }).toEqual({ code: 0, text: "" });
  const managed = Object.values(idsInState(terraform)).sort();
  expect(Object.values(await idsInService(terraform)).sort()).toEqual(managed);
  expect(new Set(managed).size).toBe(managed.length);
  expect(takeWrites(terraform)).toEqual([]);
}

/** Creates an alert outside Terraform. Without a category, it has no configuration. @returns its ID */
export async function createManually(
  terraform: Pick<DbmonTerraform, "call" | "service">,
  { name, policy = 1, category }: Pick<Fields, "name" | "policy" | "category">,
  token?: string,
): Promise<number> {
  const alert = { name, destinations: [], policy, type: 1, annotations: "", disabled: 0 };
  // The format of ALERT-2.
  const { id } = (await terraform.call("POST", "/config/alerts", alert, token)) as { id: number };
  if (category !== undefined) {
    const config = { hosts: [], host_types: [], categories: [category] };
    await terraform.call("PUT", `/config/alerts/${String(id)}/config`, config, token);
  }
  terraform.service.requests.clear();
  return id;
}

/** Sets the propagation window to zero: an alert that is missing from a list is deleted, even directly after a write. */
export function withoutWindow(hcl: string): string {
  return withWindow(hcl, 0);
}

export function withWindow(hcl: string, seconds: number): string {
  return hcl.replace(provider, `provider "dbmon" { propagation_window = "${String(seconds)}s" }\n`);
}
