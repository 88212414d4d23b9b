/** Sends hostile messages to a provider process. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, type ServiceError, status } from "@grpc/grpc-js";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { call, callStream, connect, handshake, ProviderProcess } from "../../support/provider-process";
import { type Bundle, bundlePantry } from "../pantry/bundle";
import { Pantry } from "../pantry/pantry";
import { configuration, type ValidCall, validCalls } from "./valid-messages";

const bytes = {
  encode: (message: Uint8Array) => ({ finish: () => message }),
  decode: (message: Uint8Array) => message,
};

export class HostilePeer {
  static async start(): Promise<HostilePeer> {
    const bundle = bundlePantry();
    const folder = mkdtempSync(join(tmpdir(), "hostile-messages-"));
    const environment = { ...handshake, TF_DISABLE_PLUGIN_TLS: "1", TMPDIR: folder };
    const provider = new ProviderProcess(bundle.file, environment);
    const { socket } = await provider.handshake();
    return new HostilePeer(bundle, folder, provider, socket, connect(socket));
  }

  private constructor(
    private readonly bundle: Bundle,
    private readonly folder: string,
    private readonly provider: ProviderProcess,
    readonly socket: string,
    readonly client: Client,
  ) {}

  /** Configures the provider, because a hostile message may have removed its session. */
  async configure(): Promise<void> {
    const jars = join(this.folder, "jars");
    mkdirSync(jars, { recursive: true });
    const codec = [tf.ConfigureProvider_Request, tf.ConfigureProvider_Response] as const;
    const path = "/tfplugin6.Provider/ConfigureProvider";
    const { diagnostics } = await call(this.client, path, ...codec, configuration(jars));
    expect(diagnostics).toEqual([]);
  }

  async expectServing(): Promise<void> {
    const path = "/tfplugin6.Provider/GetMetadata";
    const codec = [tf.GetMetadata_Request, tf.GetMetadata_Response] as const;
    const { resources } = await call(this.client, path, ...codec, {});
    expect(resources).toEqual([{ typeName: "pantry_jar" }]);
  }

  /** Sends a valid message. @returns the diagnostics @throws ServiceError if the call has no response within ten seconds */
  async diagnosticsOf(
    { path, isStream = false, diagnosticsIn }: ValidCall,
    message: Uint8Array,
  ): Promise<readonly string[]> {
    const responses = isStream
      ? await callStream(this.client, path, bytes, bytes, message)
      : [await call(this.client, path, bytes, bytes, message)];
    return responses.flatMap(diagnosticsIn);
  }

  /** Sends a message that may be invalid. @returns the diagnostics, or the details of the status INTERNAL */
  async responseTo(one: ValidCall, message: Uint8Array): Promise<readonly string[]> {
    const { path } = one;
    try {
      return await this.diagnosticsOf(one, message);
    } catch (error) {
      // grpc-js rejects with no other type.
      const { code, details } = error as ServiceError;
      expect({ path, code }).toEqual({ path, code: status.INTERNAL });
      return [details];
    }
  }

  get exited(): Promise<number | null> {
    return this.provider.exited;
  }

  /** The objects that the provider has created. */
  get jars(): Pantry {
    return new Pantry(join(this.folder, "jars"));
  }

  /** Closes the pipes that read the output of the provider, as when Terraform is killed. */
  closeOutputs(): void {
    this.provider.child.stdout?.destroy();
    this.provider.child.stderr?.destroy();
  }

  terminate(): void {
    this.provider.child.kill("SIGTERM");
  }

  async stop(): Promise<void> {
    this.client.close();
    // A hostile message may have blocked the provider.
    this.provider.child.kill("SIGKILL");
    await this.provider.exited;
    rmSync(this.folder, { recursive: true, force: true });
    this.bundle.remove();
  }
}

export const namedCalls = validCalls.map((one) => [one.path.replace(/.*\//, ""), one] as const);

export function validCall(name: string): ValidCall {
  const found = namedCalls.find(([other]) => other === name)?.[1];
  if (found === undefined) throw new Error(`no call is named ${name}`);
  return found;
}
