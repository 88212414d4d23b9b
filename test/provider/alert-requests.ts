/**
 * Sends requests about `dbmon_alert` to the built provider, in any order. Sequences of requests are named after the operations of
 * Pulumi, which makes them within one process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client } from "@grpc/grpc-js";
import { decode, encode } from "@msgpack/msgpack";
import * as tf from "../../src/tfplugin/protocol/generated/tfplugin6";
import { providerFile } from "../support/programs";
import { call, connect, handshake, ProviderProcess } from "../support/provider-process";

const typeName = "dbmon_alert";
const none = Buffer.alloc(0);
const dynamic = (value: unknown) => ({ msgpack: Buffer.from(encode(value)), json: none });
const noValue = dynamic(null);

export interface AlertArguments {
  readonly name: string;
  readonly policy?: number;
  readonly annotations?: string;
  readonly destinations?: readonly number[];
  readonly muted?: { readonly until: string; readonly reason: string | null };
  /** Names, IDs and patterns. */
  readonly hosts?: readonly string[];
  readonly hostTags?: unknown;
  readonly allowNoHosts?: boolean;
  readonly disabled?: boolean;
  /** Makes the alert a threshold alert. */
  readonly trigger?: number;
}

/** What a client stores of a resource. */
export interface StoredAlert {
  readonly values: Readonly<Record<string, unknown>>;
  readonly private: Buffer;
}

interface Diagnosed {
  readonly diagnostics: readonly tf.Diagnostic[];
}

/** Parts of warnings about mutes, clocks and adoptions. */
const expectedWarnings = [
  "muted until",
  "mute ended at",
  "The clock of the service is",
  "it will be adopted",
  "the alert is disabled, because no host matches",
];

/** Errors of a response. */
export class RequestError extends Error {}

export class AlertRequests {
  /**
   * @param environment TMPDIR is a folder of its own by default
   * @param program the provider, or a program that starts it
   */
  static async start(
    environment: Readonly<Record<string, string>>,
    config: Readonly<Record<string, string>> = {},
    program = providerFile,
  ): Promise<AlertRequests> {
    const folder = mkdtempSync(join(tmpdir(), "alert-requests-"));
    const process = new ProviderProcess(program, {
      ...handshake,
      TMPDIR: folder,
      ...environment,
      TF_DISABLE_PLUGIN_TLS: "1",
    });
    const { socket } = await process.handshake();
    const requests = new AlertRequests(folder, process, connect(socket));
    try {
      await requests.configure(config);
      return requests;
    } catch (error) {
      await requests.stop();
      throw error;
    }
  }

  private constructor(
    private readonly folder: string,
    private readonly process: ProviderProcess,
    private readonly client: Client,
  ) {}

  async configure(config: Readonly<Record<string, string>>): Promise<void> {
    const unset = {
      ...{ base_url: null, api_token: null, agent_token: null, propagation_window: null },
      ...{ request_timeout: null, max_concurrency: null, max_retries: null, existing_alerts: null },
    };
    await this.#send("ConfigureProvider", tf.ConfigureProvider_Request, tf.ConfigureProvider_Response, {
      terraformVersion: "1.0.0+pulumi-terraform-bridge",
      config: dynamic({ ...unset, ...config }),
      clientCapabilities: undefined,
    });
  }

  async validate(args: AlertArguments): Promise<void> {
    const codec = [tf.ValidateResourceConfig_Request, tf.ValidateResourceConfig_Response] as const;
    const request = { typeName, config: configOf(args), clientCapabilities: undefined };
    await this.#send("ValidateResourceConfig", ...codec, request);
  }

  async upgrade({ values, private: stored }: StoredAlert): Promise<StoredAlert> {
    const codec = [tf.UpgradeResourceState_Request, tf.UpgradeResourceState_Response] as const;
    const rawState = { json: Buffer.from(JSON.stringify(values)), flatmap: {} };
    const answer = await this.#send("UpgradeResourceState", ...codec, { typeName, version: 0, rawState });
    return { values: valuesOf(answer.upgradedState), private: stored };
  }

  async read({ values, private: stored }: StoredAlert): Promise<StoredAlert> {
    const codec = [tf.ReadResource_Request, tf.ReadResource_Response] as const;
    const answer = await this.#send("ReadResource", ...codec, {
      typeName,
      currentState: dynamic(values),
      private: stored,
      currentIdentity: undefined,
      providerMeta: undefined,
      clientCapabilities: undefined,
    });
    return { values: valuesOf(answer.newState), private: answer.private };
  }

  async import(id: number): Promise<StoredAlert> {
    const codec = [tf.ImportResourceState_Request, tf.ImportResourceState_Response] as const;
    const request = { typeName, id: String(id), identity: undefined, clientCapabilities: undefined };
    const [imported] = (await this.#send("ImportResourceState", ...codec, request)).importedResources;
    if (imported === undefined) throw new Error("Nothing was imported.");
    return { values: valuesOf(imported.state), private: imported.private };
  }

  /**
   * @param args undefined to plan the deletion
   * @param plannedPrivate of the first plan, which an apply of Terraform 1.16 sends
   */
  plan(
    args: AlertArguments | undefined,
    prior?: StoredAlert,
    plannedPrivate: Buffer = none,
  ): Promise<tf.PlanResourceChange_Response> {
    const codec = [tf.PlanResourceChange_Request, tf.PlanResourceChange_Response] as const;
    return this.#send("PlanResourceChange", ...codec, {
      typeName,
      priorState: dynamic(prior?.values ?? null),
      proposedNewState: args === undefined ? noValue : configOf(args),
      config: args === undefined ? noValue : configOf(args),
      priorPrivate: prior?.private ?? none,
      plannedPrivate,
      priorIdentity: undefined,
      providerMeta: undefined,
      clientCapabilities: undefined,
    });
  }

  async apply(
    args: AlertArguments,
    planned: tf.PlanResourceChange_Response,
    prior?: StoredAlert,
  ): Promise<StoredAlert> {
    const answer = await this.#apply(
      dynamic(prior?.values ?? null),
      planned.plannedState,
      configOf(args),
      planned.plannedPrivate,
    );
    return { values: valuesOf(answer.newState), private: answer.private };
  }

  /** Creates as Pulumi does. */
  async create(args: AlertArguments): Promise<StoredAlert> {
    await this.validate(args);
    return this.apply(args, await this.plan(args));
  }

  /** Plans as Pulumi's Diff. @returns the names of the attributes that differ from the prior state */
  async diff(args: AlertArguments, prior: StoredAlert): Promise<string[]> {
    const upgraded = await this.upgrade(prior);
    const { plannedState } = await this.plan(args, upgraded);
    const planned = valuesOf(plannedState);
    const isChanged = (name: string) =>
      JSON.stringify(planned[name]) !== JSON.stringify(upgraded.values[name]);
    return Object.keys(planned).filter(isChanged).sort();
  }

  /** Updates as Pulumi does. */
  async update(args: AlertArguments, prior: StoredAlert): Promise<StoredAlert> {
    const upgraded = await this.upgrade(prior);
    return this.apply(args, await this.plan(args, upgraded), upgraded);
  }

  /** Refreshes as Pulumi does. */
  async refresh(prior: StoredAlert): Promise<StoredAlert> {
    return this.read(await this.upgrade(prior));
  }

  /** Deletes as Pulumi does, without a plan. @param plannedPrivate Pulumi sends none */
  async delete({ values }: StoredAlert, plannedPrivate: Buffer = none): Promise<void> {
    await this.#apply(dynamic(values), noValue, noValue, plannedPrivate);
  }

  async stop(): Promise<void> {
    this.client.close();
    this.process.child.kill("SIGTERM");
    await this.process.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }

  #apply(
    priorState: tf.DynamicValue,
    plannedState: tf.DynamicValue | undefined,
    config: tf.DynamicValue,
    plannedPrivate: Buffer,
  ): Promise<tf.ApplyResourceChange_Response> {
    const codec = [tf.ApplyResourceChange_Request, tf.ApplyResourceChange_Response] as const;
    const request = {
      typeName,
      priorState,
      plannedState,
      config,
      plannedPrivate,
      plannedIdentity: undefined,
      providerMeta: undefined,
    };
    return this.#send("ApplyResourceChange", ...codec, request);
  }

  /** @throws RequestError if the response has unexpected diagnostics */
  async #send<Q, A extends Diagnosed>(
    method: string,
    request: Parameters<typeof call<Q, A>>[2],
    response: Parameters<typeof call<Q, A>>[3],
    message: Q,
  ): Promise<A> {
    const answer = await call(this.client, `/tfplugin6.Provider/${method}`, request, response, message);
    const unexpected = answer.diagnostics.filter(
      ({ summary }) => !expectedWarnings.some((warning) => summary.includes(warning)),
    );
    if (unexpected.length === 0) return answer;
    throw new RequestError(unexpected.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n\n"));
  }
}

function configOf(args: AlertArguments): tf.DynamicValue {
  const { name, policy = 1, annotations, destinations, muted, trigger, hosts, hostTags } = args;
  const threshold =
    trigger === undefined
      ? null
      : { alert_level: "crit", metric: "os.cpu.user_us", trigger, duration: "1", reset: 1 };
  return dynamic({
    id: null,
    written_at: null,
    name,
    policy: String(policy),
    annotations: annotations ?? null,
    disabled: args.disabled ?? null,
    muted: muted ?? null,
    destinations: destinations?.map(String) ?? null,
    hosts: hosts ?? null,
    host_tags: hostTags ?? null,
    host_ids: null,
    allow_no_hosts: args.allowNoHosts ?? null,
    host_types: null,
    event: threshold === null ? { categories: ["deploy"] } : null,
    threshold,
  });
}

export function valuesOf(value: tf.DynamicValue | undefined): Record<string, unknown> {
  // Every value of a resource is an object by its attributes.
  return decode(value?.msgpack ?? none) as Record<string, unknown>;
}
