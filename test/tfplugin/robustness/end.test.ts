/** A provider process completes its work and exits after Terraform was killed. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { status } from "@grpc/grpc-js";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { handshake, ProviderProcess } from "../../support/provider-process";
import { bundlePantry } from "../pantry/bundle";
import { HostilePeer } from "./hostile-peer";
import { prefix, RawClient, responseOf } from "./raw-client";
import { dynamic, state } from "./valid-messages";

describe("a provider process whose Terraform was killed during a creation", () => {
  let peer: HostilePeer;
  beforeEach(async () => {
    peer = await HostilePeer.start();
    await peer.configure();
  });
  afterEach(() => peer.stop());

  it("completes it without a reader of its log, and removes its socket", async () => {
    const planned = { ...state, id: null, revision: null, label: "slow" };
    const message = tf.ApplyResourceChange_Request.encode({
      typeName: "pantry_jar",
      priorState: dynamic(null),
      plannedState: dynamic(planned),
      config: dynamic(planned),
      plannedPrivate: Buffer.alloc(0),
      plannedIdentity: undefined,
      providerMeta: undefined,
    }).finish();
    const raw = await RawClient.open(peer.socket);
    raw.session.on("error", () => undefined);
    const stream = raw.begin("/tfplugin6.Provider/ApplyResourceChange");
    const answer = responseOf(stream);
    stream.end(Buffer.concat([prefix(message.length), message]));
    // An answer on the same connection: the creation has begun.
    await raw.send("/tfplugin6.Provider/GetMetadata", prefix(0));

    peer.closeOutputs();
    // Is worth a line in the log.
    expect(await raw.send("/tfplugin6.Provider/GetMetadata", prefix(9))).toMatchObject({
      status: status.INTERNAL,
    });
    peer.client.close();
    raw.close();
    await answer;
    expect(await peer.exited).toBe(0);
    expect(peer.jars.list().map(({ jar }) => jar.label)).toEqual(["slow"]);
    expect(existsSync(dirname(peer.socket))).toBe(false);
  });
});

describe("a provider process whose Terraform was killed before it connected", () => {
  it("exits and removes its socket", async () => {
    const bundle = bundlePantry();
    const folder = mkdtempSync(join(tmpdir(), "pantry-end-"));
    const one = new ProviderProcess(bundle.file, { ...handshake, TMPDIR: folder });
    one.child.stdout?.destroy();
    expect(await one.exited).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    bundle.remove();
  });
});
