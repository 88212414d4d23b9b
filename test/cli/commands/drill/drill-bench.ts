/** Runs `dbmon drill` with an emulator that needs an agent token for events. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { type ServiceEmulator } from "../../../../src/emulator";
import { type commandBench, environmentOf } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { expectToMatchSchema } from "../../documents";

export const agentToken = "drill-agent-token";
export const hookSecret = "hook-secret";

export interface Drilled {
  readonly destinations: readonly {
    readonly name: string;
    readonly drill?: string;
    readonly result: string;
    readonly how?: string;
    readonly seconds?: number;
    readonly detail: string;
  }[];
  readonly leftovers: readonly { readonly name: string; readonly result: string }[];
  readonly problems: readonly { readonly what: string; readonly remedy?: string }[];
}

export function drillEnvironment(emulator: ServiceEmulator): Record<string, string> {
  return {
    ...environmentOf(emulator),
    DBMON_AGENT_TOKEN: agentToken,
    HOOK_SECRET: hookSecret,
    USER: "jonas",
  };
}

export async function drillToJson(
  bench: ReturnType<typeof commandBench>,
  emulator: ServiceEmulator,
  args: readonly string[],
) {
  const options = { environment: drillEnvironment(emulator) };
  const { code, stdout, stderr } = await bench.dbmon(["drill", ...args, "--window", "0", "--json"], options);
  const document = JSON.parse(stdout) as Partial<Drilled>;
  // The document of a failure has only problems.
  if ("destinations" in document) expectToMatchSchema("drill.schema.json", document);
  return { code, stderr, destinations: [], leftovers: [], problems: [], ...document };
}

export interface LiveAlert {
  readonly id: number;
  readonly name: string;
}

export async function liveAlerts(emulator: ServiceEmulator): Promise<readonly LiveAlert[]> {
  const list = (await callService(emulator, "GET", "/config/alerts")) as { readonly data: LiveAlert[] };
  return list.data.map(({ id, name }) => ({ id, name }));
}

/** Creates an event alert as a drill does. @param category undefined for an alert without a configuration */
export async function addAlert(
  emulator: ServiceEmulator,
  name: string,
  category: string | undefined,
): Promise<number> {
  const alert = { name, annotations: "", policy: 1, type: 1, disabled: 0, destinations: [3] };
  const { id } = (await callService(emulator, "POST", "/config/alerts", alert)) as LiveAlert;
  if (category !== undefined)
    await callService(emulator, "PUT", `/config/alerts/${String(id)}/config`, {
      hosts: [],
      host_types: [],
      categories: [category],
    });
  return id;
}

/** `dbmon drill 2026-11-26T08:20Z 4f81`. @param age in minutes */
export function drillName(age: number, key: string): string {
  return `dbmon drill ${new Date(Date.now() - age * 60_000).toISOString().slice(0, 16)}Z ${key}`;
}

/** The message of the newest notification of a destination. */
export function messageTo(emulator: ServiceEmulator, destination: string): string {
  const found = emulator
    .environment()
    .outbox()
    .find(({ destination_name }) => destination_name === destination);
  const body = found?.body as { readonly event_message: string } | undefined;
  return body?.event_message ?? "";
}

export function codeIn(message: string): string {
  return /Code: (\w{6})\./.exec(message)?.[1] ?? "none";
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** @param id of the destination to replace */
export function addWebhook(emulator: ServiceEmulator, name: string, url: string, id?: number): number {
  const config = { url: [url], secret_key: [hookSecret] };
  const [added] = emulator
    .environment()
    .add("destinations", { name, integration: 7, config, ...(id === undefined ? {} : { id }) });
  return added?.id ?? 0;
}
