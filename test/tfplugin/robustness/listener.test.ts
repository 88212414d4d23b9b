/** The start and the listener of the bundled provider. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, status } from "@grpc/grpc-js";
import {
  GetMetadata_Request,
  GetMetadata_Response,
} from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { providerFile } from "../../support/programs";
import {
  call,
  clientCertificate,
  connect,
  handshake,
  mutualTls,
  ProviderProcess,
} from "../../support/provider-process";
import { refused } from "./raw-client";

describe("the shipped provider", () => {
  let folder: string;
  const processes: ProviderProcess[] = [];
  const clients: Client[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "shipped-provider-"));
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const { child, exited } of processes.splice(0)) {
      child.kill("SIGKILL");
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (environment: Readonly<Record<string, string>>) => {
    const one = new ProviderProcess(providerFile, { TMPDIR: folder, ...environment });
    processes.push(one);
    return one;
  };
  const metadata = (...args: Parameters<typeof connect>) => {
    const client = connect(...args);
    clients.push(client);
    return call(client, "/tfplugin6.Provider/GetMetadata", GetMetadata_Request, GetMetadata_Response, {});
  };
  const secured = async () => {
    const own = clientCertificate();
    const one = start({ ...handshake, PLUGIN_CLIENT_CERT: own.certificatePem });
    return { one, own, ...(await one.handshake()) };
  };

  it.each([
    ["without the magic cookie", {}],
    ["with another cookie", { ...handshake, TF_PLUGIN_MAGIC_COOKIE: "d602bf8f" }],
    ["with an empty one", { ...handshake, TF_PLUGIN_MAGIC_COOKIE: "" }],
  ])("started %s prints an explanation and exits with 1", async (_, environment) => {
    const one = start(environment);
    expect(await one.exited).toBe(1);
    expect(one.stdout).toBe("");
    expect(one.stderr).toContain('This is the "dbmon" provider for Terraform. Do not run it directly');
    expect(one.stderr).not.toContain("    at ");
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["5", "4,5", "", "six", "60", ",,"])(
    "refuses the protocol versions %j with a message and exits with 1",
    async (versions) => {
      const one = start({ ...handshake, PLUGIN_PROTOCOL_VERSIONS: versions });
      expect(await one.exited).toBe(1);
      expect(one.stdout).toBe("");
      expect(one.stderr).toMatch(
        /^Unsupported plugin protocol: this provider supports version 6, .* Terraform 1\.0 or later/,
      );
    },
  );

  it.each([
    ["not in PEM", "certificate"],
    ["cut off", clientCertificate().certificatePem.slice(0, 200)],
  ])("refuses a client certificate that is %s with a message and exits with 1", async (_, certificate) => {
    const one = start({ ...handshake, PLUGIN_CLIENT_CERT: certificate });
    expect(await one.exited).toBe(1);
    expect(one.stdout).toBe("");
    expect(one.stderr).toContain("PLUGIN_CLIENT_CERT");
    expect(one.stderr).not.toContain("    at ");
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["is not there", "missing"],
    ["has a path too long for a socket", "x".repeat(100)],
  ])("reports that a socket cannot be created because its folder %s, and exits with 1", async (_, name) => {
    const place = join(folder, name);
    if (name !== "missing") mkdirSync(place);
    const one = start({ ...handshake, TMPDIR: place });
    expect(await one.exited).toBe(1);
    expect(one.stdout).toBe("");
    expect(one.stderr).toContain(`Cannot create a socket in ${place}. Set TMPDIR to a writable folder`);
    expect(one.stderr).not.toContain("    at ");
    expect(readdirSync(folder, { recursive: true }).filter((path) => path !== name)).toEqual([]);
  });

  it("refuses unknown clients, concurrently and in sequence, and continues to serve Terraform", async () => {
    const { socket, certificate, own } = await secured();
    await expect(metadata(socket, mutualTls(certificate, own))).resolves.toBeDefined();
    const unsupportedAlerts = [undefined, clientCertificate(), clientCertificate()];
    const attempts = unsupportedAlerts.map((shown) => metadata(socket, mutualTls(certificate, shown)));
    for (const runHandler of attempts)
      await expect(runHandler).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await expect(metadata(socket, mutualTls(certificate, own))).resolves.toBeDefined();
  });

  it("refuses clients without TLS and continues to serve", async () => {
    const { socket, certificate, own } = await secured();
    await expect(metadata(socket)).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await refused(socket, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    await refused(socket, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await refused(socket, Buffer.alloc(70_000, 0x16));
    await expect(metadata(socket, mutualTls(certificate, own))).resolves.toBeDefined();
  });

  it("exits on SIGTERM before the first connection and removes its socket", async () => {
    const { one } = await secured();
    expect(readdirSync(folder)).toHaveLength(1);
    one.child.kill("SIGTERM");
    expect(await one.exited).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
});
