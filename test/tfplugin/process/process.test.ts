/** The start, the listener and the exit of a provider process, with grpc-js as client. */
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Client, status } from "@grpc/grpc-js";
import { decode, encode } from "@msgpack/msgpack";
import {
  ApplyResourceChange_Request,
  ApplyResourceChange_Response,
  ConfigureProvider_Request,
  ConfigureProvider_Response,
  GetMetadata_Request,
  GetMetadata_Response,
  ReadResource_Request,
  ReadResource_Response,
} from "../../../src/tfplugin/protocol/generated/tfplugin6";
import {
  call,
  clientCertificate,
  connect,
  handshake,
  mutualTls,
  ProviderProcess,
} from "../../support/provider-process";
import { type Bundle, bundlePantry } from "../pantry/bundle";

/** Codec of messages without fields. */
const Empty = { encode: () => ({ finish: () => new Uint8Array() }), decode: () => ({}) };

const dynamic = (value: unknown) => ({ msgpack: Buffer.from(encode(value)), json: Buffer.alloc(0) });

describe("a provider process", () => {
  let bundle: Bundle;
  let folder: string;
  const processes: ProviderProcess[] = [];
  const clients: Client[] = [];

  const start = (environment: Readonly<Record<string, string>>) => {
    const one = new ProviderProcess(bundle.file, { TMPDIR: folder, ...environment });
    processes.push(one);
    return one;
  };
  const open = (...args: Parameters<typeof connect>) => {
    const client = connect(...args);
    clients.push(client);
    return client;
  };
  const metadata = (client: Client) =>
    call(client, "/tfplugin6.Provider/GetMetadata", GetMetadata_Request, GetMetadata_Response, {});
  const plain = { ...handshake, TF_DISABLE_PLUGIN_TLS: "1" };

  beforeAll(() => {
    bundle = bundlePantry();
    folder = mkdtempSync(join(tmpdir(), "pantry-process-"));
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const { child, exited } of processes.splice(0)) {
      child.kill("SIGKILL");
      await exited;
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    bundle.remove();
  });

  test("started without Terraform prints an explanation and exits with 1", async () => {
    const one = start({});
    expect(await one.exited).toBe(1);
    expect(one.stdout).toBe("");
    expect(one.stderr).toContain('This is the "pantry" provider for Terraform. Do not run it directly');
  });

  test("refuses a Terraform without protocol version 6", async () => {
    const one = start({ ...handshake, PLUGIN_PROTOCOL_VERSIONS: "4,5" });
    expect(await one.exited).toBe(1);
    expect(one.stderr).toContain('Terraform offers "4,5"');
  });

  test.each([{ TF_DISABLE_PLUGIN_TLS: "1", PLUGIN_CLIENT_CERT: clientCertificate().certificatePem }, {}])(
    "refuses a TCP port without mutual TLS: %j",
    async (variables) => {
      const one = start({ ...handshake, TFPLUGIN_NETWORK: "tcp", ...variables });
      expect(await one.exited).toBe(1);
      expect(one.stdout).toBe("");
      expect(one.stderr).toContain("A provider on a TCP port needs mutual TLS.");
    },
  );

  test("accepts the client certificate", async () => {
    const own = clientCertificate();
    const one = start({ ...handshake, PLUGIN_CLIENT_CERT: own.certificatePem });
    const { fields, socket, certificate } = await one.handshake();
    expect(fields.slice(0, 3)).toEqual(["1", "6", "unix"]);
    expect(fields[4]).toBe("grpc");
    expect(fields[5]).not.toMatch(/[=\s]/);
    const { resources } = await metadata(open(socket, mutualTls(certificate, own)));
    expect(resources).toEqual([{ typeName: "pantry_jar" }]);
  });

  test.each([
    ["no certificate", undefined],
    ["another certificate", clientCertificate()],
  ])("refuses a client with %s and continues to serve", async (_, shown) => {
    const own = clientCertificate();
    const one = start({ ...handshake, PLUGIN_CLIENT_CERT: own.certificatePem });
    const { socket, certificate } = await one.handshake();
    const unsupportedAlert = metadata(open(socket, mutualTls(certificate, shown)));
    await expect(unsupportedAlert).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await expect(metadata(open(socket, mutualTls(certificate, own)))).resolves.toBeDefined();
  });

  test("serves without TLS if it is disabled", async () => {
    const { fields, socket } = await start(plain).handshake();
    expect(fields[5]).toBe("");
    await expect(metadata(open(socket))).resolves.toBeDefined();
  });

  test("creates its socket in a folder that only this user can enter", async () => {
    const { socket } = await start(plain).handshake();
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    expect(socket.startsWith(folder)).toBe(true);
  });

  test("responds to an unknown call with UNIMPLEMENTED", async () => {
    const { socket } = await start(plain).handshake();
    const unknown = call(open(socket), "/tfplugin6.Provider/LockState", Empty, Empty, {});
    await expect(unknown).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });

  test("reports an unknown type and invalid bytes as diagnostics", async () => {
    const { socket } = await start(plain).handshake();
    const client = open(socket);
    const read = (typeName: string, msgpack: Buffer) =>
      call(client, "/tfplugin6.Provider/ReadResource", ReadResource_Request, ReadResource_Response, {
        typeName,
        currentState: { msgpack, json: Buffer.alloc(0) },
        private: Buffer.alloc(0),
        currentIdentity: undefined,
        providerMeta: undefined,
        clientCapabilities: undefined,
      });
    expect((await read("pantry_shelf", Buffer.of(0xc0))).diagnostics[0]?.summary).toBe(
      'The provider has no resource "pantry_shelf".',
    );
    expect((await read("pantry_jar", Buffer.of(0xdf, 0xff, 0xff, 0xff, 0xff))).diagnostics[0]?.summary).toBe(
      "Value does not match the schema",
    );
    await expect(metadata(client)).resolves.toBeDefined();
  });

  test("exits on Shutdown and removes its socket", async () => {
    const one = start(plain);
    const { socket } = await one.handshake();
    const client = open(socket);
    await call(client, "/plugin.GRPCController/Shutdown", Empty, Empty, {});
    expect(await one.exited).toBe(0);
    expect(existsSync(dirname(socket))).toBe(false);
  });

  test("exits after its client disconnected", async () => {
    const one = start(plain);
    const { socket } = await one.handshake();
    const client = open(socket);
    await metadata(client);
    client.close();
    expect(await one.exited).toBe(0);
    expect(existsSync(dirname(socket))).toBe(false);
  });

  test("exits on SIGTERM, but not on SIGINT", async () => {
    const one = start(plain);
    const { socket } = await one.handshake();
    one.child.kill("SIGINT");
    const client = open(socket);
    await expect(metadata(client)).resolves.toBeDefined();
    one.child.kill("SIGTERM");
    expect(await one.exited).toBe(0);
    expect(existsSync(dirname(socket))).toBe(false);
  });

  test("completes a running creation before it exits", async () => {
    const one = start(plain);
    const { socket } = await one.handshake();
    const client = open(socket);
    const jars = join(folder, "jars");
    const provider = { folder: jars, section: null };
    await call(
      client,
      "/tfplugin6.Provider/ConfigureProvider",
      ConfigureProvider_Request,
      ConfigureProvider_Response,
      {
        terraformVersion: "1.11.4",
        config: dynamic(provider),
        clientCapabilities: undefined,
      },
    );
    // The answer is long, so that it cannot leave in one go.
    const notes = [{ text: "x".repeat(8_000_000), author: "me" }];
    const jar = { label: "slow", grams: 1, sealed: false, tags: [], lots: [], notes };
    const applied = call(
      client,
      "/tfplugin6.Provider/ApplyResourceChange",
      ApplyResourceChange_Request,
      ApplyResourceChange_Response,
      {
        typeName: "pantry_jar",
        priorState: dynamic(null),
        plannedState: dynamic(jar),
        config: dynamic(jar),
        plannedPrivate: Buffer.alloc(0),
        plannedIdentity: undefined,
        providerMeta: undefined,
      },
    );
    await call(client, "/plugin.GRPCController/Shutdown", Empty, Empty, {});
    const { diagnostics, newState } = await applied;
    expect(diagnostics).toEqual([]);
    expect(decode(newState?.msgpack ?? [])).toMatchObject({ label: "slow", revision: "1" });
    expect(readdirSync(jars)).toHaveLength(1);
    expect(await one.exited).toBe(0);
  });

  test("keeps the stream for output open and silent", async () => {
    const { socket } = await start(plain).handshake();
    const client = open(socket);
    const stream = client.makeServerStreamRequest(
      "/plugin.GRPCStdio/StreamStdio",
      () => Buffer.alloc(0),
      (bytes: Buffer) => bytes,
      {},
    );
    stream.on("error", () => undefined);
    await once(stream, "metadata");
    await expect(metadata(client)).resolves.toBeDefined();
    stream.cancel();
  });
});
