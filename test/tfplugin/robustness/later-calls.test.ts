/** Calls and fields of the protocol that this framework does not support. */
import { status } from "@grpc/grpc-js";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";
import { call } from "../../support/provider-process";
import { HostilePeer, validCall } from "./hostile-peer";
import { prefix, RawClient } from "./raw-client";

const declined = [
  ...["MoveResourceState", "ValidateEphemeralResourceConfig", "OpenEphemeralResource"],
  ...["RenewEphemeralResource", "CloseEphemeralResource"],
  ...["ValidateStateStoreConfig", "ConfigureStateStore", "ReadStateBytes", "WriteStateBytes"],
  ...["LockState", "UnlockState", "GetStates", "DeleteState"],
  "SomethingThatDoesNotExistYet",
];

describe("a provider", () => {
  let peer: HostilePeer;
  let raw: RawClient;
  beforeAll(async () => {
    peer = await HostilePeer.start();
    await peer.configure();
    raw = await RawClient.open(peer.socket);
  });
  afterEach(() => peer.expectServing());
  afterAll(async () => {
    raw.close();
    await peer.stop();
  });

  it.each(declined)("responds to %s with UNIMPLEMENTED", async (name) => {
    const path = `/tfplugin6.Provider/${name}`;
    const request = Buffer.from("0a0a70616e7472795f6a6172", "hex");
    const answer = await raw.send(path, prefix(request.length), request);
    expect(answer).toEqual({ status: status.UNIMPLEMENTED, message: `${path} is not implemented` });
  });

  it.each([
    "/plugin.GRPCBroker/StartStream",
    "/grpc.health.v1.Health/Check",
    "/grpc.reflection.v1.ServerReflection/X",
  ])("responds to %s with UNIMPLEMENTED", async (path) => {
    expect(await raw.send(path, prefix(0))).toMatchObject({ status: status.UNIMPLEMENTED });
  });

  it("ignores fields of later protocol versions", async () => {
    const { message } = validCall("PlanResourceChange");
    // Fields 7 (capabilities: deferral_allowed), 8 (identity) and 99, in that order.
    const later = Buffer.from("3a020801" + "42040a020801" + "9a060161", "hex");
    const codec = {
      encode: (bytes: Uint8Array) => ({ finish: () => bytes }),
      decode: (bytes: Uint8Array) => bytes,
    };
    const path = "/tfplugin6.Provider/PlanResourceChange";
    const answer = async (request: Uint8Array) =>
      tf.PlanResourceChange_Response.decode(await call(peer.client, path, codec, codec, request));
    const more = await answer(Buffer.concat([message, later]));
    expect(more).toEqual(await answer(message));
    expect(more.diagnostics).toEqual([]);
  });

  it("declares its capabilities", async () => {
    const path = "/tfplugin6.Provider/GetProviderSchema";
    const codec = [tf.GetProviderSchema_Request, tf.GetProviderSchema_Response] as const;
    const { serverCapabilities } = await call(peer.client, path, ...codec, {});
    expect(serverCapabilities).toEqual({
      planDestroy: true,
      getProviderSchemaOptional: true,
      generateResourceConfig: true,
    });
  });
});
