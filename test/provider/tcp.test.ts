/** The provider on a loopback port instead of a Unix socket, as on Windows. */
import { mkdirSync } from "node:fs";
import { type Client, status } from "@grpc/grpc-js";
import { GetMetadata_Request, GetMetadata_Response } from "../../src/tfplugin/protocol/generated/tfplugin6";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { providerFile } from "../support/programs";
import {
  call,
  clientCertificate,
  connect,
  handshake,
  mutualTls,
  ProviderProcess,
} from "../support/provider-process";
import { describeWithTerraform } from "../support/terraform";

const overTcp = { TFPLUGIN_NETWORK: "tcp" };

describe("a provider process with TFPLUGIN_NETWORK=tcp", () => {
  let provider: ProviderProcess;
  const clients: Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    provider.child.kill("SIGKILL");
    await provider.exited;
  });

  const metadata = (...args: Parameters<typeof connect>) => {
    const client = connect(...args);
    clients.push(client);
    return call(client, "/tfplugin6.Provider/GetMetadata", GetMetadata_Request, GetMetadata_Response, {});
  };

  it("listens on a loopback port, and serves only the client with Terraform's certificate", async () => {
    const own = clientCertificate();
    provider = new ProviderProcess(providerFile, {
      ...handshake,
      ...overTcp,
      PLUGIN_CLIENT_CERT: own.certificatePem,
    });
    const { fields, socket: address, certificate } = await provider.handshake();
    expect(fields[2]).toBe("tcp");
    expect(address).toMatch(/^127\.0\.0\.1:[1-9]\d*$/);
    const refused = metadata(address, mutualTls(certificate, clientCertificate()));
    await expect(refused).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await expect(metadata(address, mutualTls(certificate, own))).resolves.toBeDefined();
  });

  it("refuses another network with a message and exits with 1", async () => {
    provider = new ProviderProcess(providerFile, { ...handshake, TFPLUGIN_NETWORK: "udp" });
    expect(await provider.exited).toBe(1);
    expect(provider.stdout).toBe("");
    expect(provider.stderr).toBe(
      'Invalid TFPLUGIN_NETWORK: "udp". Set it to "unix" or "tcp", or unset it.\n',
    );
  });
});

describeWithTerraform("terraform with TFPLUGIN_NETWORK=tcp", () => {
  it("applies and plans where no socket can be created", async () => {
    const world = await DbmonTerraform.start();
    try {
      // A path that is too long for a Unix socket.
      const TMPDIR = world.folder.file("x".repeat(100));
      mkdirSync(TMPDIR);
      const environment = { ...world.environment, TMPDIR };
      world.configure(`resource "dbmon_alert" "a" {
        name   = "A"
        policy = 1
        event  = { categories = ["deploy"] }
      }`);
      const apply = ["apply", "-auto-approve"];
      expect((await world.run(apply, environment)).code).toBe(1);
      expect((await world.run(apply, { ...environment, ...overTcp })).code).toBe(0);
      const plan = await world.run(["plan", "-detailed-exitcode"], { ...environment, ...overTcp });
      expect(plan.code).toBe(0);
    } finally {
      await world.stop();
    }
  });
});
