/** A process of the example provider, and the calls of protocol 6.9 and later to it. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client } from "@grpc/grpc-js";
import { decode, encode, ExtData } from "@msgpack/msgpack";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { until } from "../../support/programs";
import {
  call,
  callStream,
  connect,
  handshake,
  openStream,
  ProviderProcess,
} from "../../support/provider-process";
import { type Bundle, bundlePantry } from "../pantry/bundle";
import { type Jar, Pantry } from "../pantry/pantry";

export const plum: Jar = {
  label: "plum",
  grams: 500,
  ratio: null,
  sealed: false,
  shelf: null,
  tags: ["sweet"],
  lots: [],
  sweetness: null,
  notes: [],
  revision: 1,
};

const service = "/tfplugin6.Provider";
const typeName = "pantry_jar";
const listCodec = [tf.ListResource_Request, tf.ListResource_Event] as const;
const invokeCodec = [tf.InvokeAction_Request, tf.InvokeAction_Event] as const;

export const dynamic = (value: unknown) => ({ msgpack: Buffer.from(encode(value)), json: Buffer.alloc(0) });

type Codec<T> = Parameters<typeof call<T, T>>[2];

export class PantryPeer {
  static async start(): Promise<PantryPeer> {
    const bundle = bundlePantry();
    const folder = mkdtempSync(join(tmpdir(), "pantry-peer-"));
    const environment = { ...handshake, TF_DISABLE_PLUGIN_TLS: "1", TMPDIR: folder, TF_LOG: "info" };
    const provider = new ProviderProcess(bundle.file, environment);
    const { socket } = await provider.handshake();
    const jars = join(folder, "jars");
    mkdirSync(jars);
    const peer = new PantryPeer(bundle, folder, provider, connect(socket), new Pantry(jars));
    await peer.configure();
    return peer;
  }

  /** An unknown value in a configuration. */
  readonly unknown = new ExtData(0, Uint8Array.of(0));

  private constructor(
    private readonly bundle: Bundle,
    private readonly folder: string,
    private readonly provider: ProviderProcess,
    readonly client: Client,
    readonly pantry: Pantry,
  ) {}

  unary<Q, A>(name: string, request: Codec<Q>, response: Codec<A>, message: Q): Promise<A> {
    return call(this.client, `${service}/${name}`, request, response, message);
  }

  async configure(): Promise<void> {
    const codec = [tf.ConfigureProvider_Request, tf.ConfigureProvider_Response] as const;
    const config = dynamic({ folder: join(this.folder, "jars"), section: null });
    const request = { terraformVersion: "1.16.0", config, clientCapabilities: undefined };
    expect(await this.unary("ConfigureProvider", ...codec, request)).toEqual({ diagnostics: [] });
  }

  async interrupt(): Promise<void> {
    await this.unary("StopProvider", tf.StopProvider_Request, tf.StopProvider_Response, {});
  }

  async expectServing(): Promise<void> {
    const { resources } = await this.unary(
      "GetMetadata",
      tf.GetMetadata_Request,
      tf.GetMetadata_Response,
      {},
    );
    expect(resources).toEqual([{ typeName }]);
  }

  list(
    request: Partial<tf.ListResource_Request> = {},
    config: object = {},
  ): Promise<tf.ListResource_Event[]> {
    return callStream(this.client, `${service}/ListResource`, ...listCodec, listRequest(request, config));
  }

  openList(request: Partial<tf.ListResource_Request>, config: object) {
    return openStream(this.client, `${service}/ListResource`, ...listCodec, listRequest(request, config));
  }

  async validateList(config: object): Promise<tf.Diagnostic[]> {
    const codec = [tf.ValidateListResourceConfig_Request, tf.ValidateListResourceConfig_Response] as const;
    const { diagnostics } = await this.unary("ValidateListResourceConfig", ...codec, {
      typeName,
      config: dynamic({ tag: null, times: null, ...config }),
      includeResourceObject: undefined,
      limit: undefined,
    });
    return diagnostics;
  }

  invoke(config: object, actionType?: string): Promise<tf.InvokeAction_Event[]> {
    return callStream(
      this.client,
      `${service}/InvokeAction`,
      ...invokeCodec,
      invokeRequest(config, actionType),
    );
  }

  openInvoke(config: object) {
    return openStream(this.client, `${service}/InvokeAction`, ...invokeCodec, invokeRequest(config));
  }

  async planAction(config: object | null): Promise<tf.Diagnostic[]> {
    const codec = [tf.PlanAction_Request, tf.PlanAction_Response] as const;
    return (await this.unary("PlanAction", ...codec, invokeRequest(config))).diagnostics;
  }

  async validateAction(config: object): Promise<tf.Diagnostic[]> {
    const codec = [tf.ValidateActionConfig_Request, tf.ValidateActionConfig_Response] as const;
    const request = { typeName: "pantry_shake", config: dynamic(config) };
    return (await this.unary("ValidateActionConfig", ...codec, request)).diagnostics;
  }

  valueOf(message: { readonly msgpack: Buffer } | undefined): unknown {
    return message === undefined ? undefined : decode(message.msgpack);
  }

  /** Waits for a log entry that contains the text, and returns its fields. */
  async logged(text: string): Promise<Record<string, unknown>> {
    const find = () =>
      this.provider.stderr
        .split("\n")
        .slice(0, -1)
        .find((line) => line.includes(text));
    await until(() => find() !== undefined);
    return JSON.parse(find() ?? "") as Record<string, unknown>;
  }

  async stop(): Promise<void> {
    this.client.close();
    this.provider.child.kill("SIGTERM");
    await this.provider.exited;
    rmSync(this.folder, { recursive: true, force: true });
    this.bundle.remove();
  }
}

function listRequest(request: Partial<tf.ListResource_Request>, config: object): tf.ListResource_Request {
  const values = dynamic({ tag: null, times: null, ...config });
  return { typeName, config: values, includeResourceObject: false, limit: 0, ...request };
}

function invokeRequest(config: object | null, actionType = "pantry_shake"): tf.InvokeAction_Request {
  return { actionType, config: dynamic(config), clientCapabilities: undefined };
}
