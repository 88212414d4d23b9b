/** Malformed frames, streams and connections are refused, and the provider process continues to serve. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { status } from "@grpc/grpc-js";
import { HostilePeer } from "./hostile-peer";
import { prefix, RawClient, refused, responseOf } from "./raw-client";

const metadata = "/tfplugin6.Provider/GetMetadata";
const empty = prefix(0);
const megabyte = Buffer.alloc(1 << 20);

describe("a provider process", () => {
  let peer: HostilePeer;
  let raw: RawClient;
  beforeAll(async () => {
    peer = await HostilePeer.start();
    await peer.expectServing();
  });
  beforeEach(async () => {
    raw = await RawClient.open(peer.socket);
  });
  afterEach(async () => {
    raw.close();
    await peer.expectServing();
  });
  afterAll(() => peer.stop());

  it.each([
    ["no frame at all", []],
    ["a piece of a prefix", [empty.subarray(0, 3)]],
    ["a message shorter than its prefix says", [prefix(10), Buffer.alloc(9)]],
    ["a message longer than its prefix says", [prefix(1), Buffer.alloc(9)]],
    ["two messages", [empty, empty]],
    ["a compressed message", [prefix(3, 1), Buffer.alloc(3)]],
    ["a flag that does not exist", [prefix(0, 255)]],
  ])("refuses a call of %s", async (_, body) => {
    expect(await raw.send(metadata, ...body)).toMatchObject({ status: status.INTERNAL });
  });

  it("accepts a message in chunks of one byte", async () => {
    const pieces = [...empty].map((byte) => Uint8Array.of(byte));
    expect(await raw.send(metadata, ...pieces)).toMatchObject({ status: status.OK });
  });

  it("refuses a message over 256 MB by its prefix alone", async () => {
    const stream = raw.begin(metadata);
    const answer = responseOf(stream);
    stream.write(prefix((256 << 20) + 1));
    expect(await answer).toEqual({ status: status.RESOURCE_EXHAUSTED, message: "MessageTooLargeError" });
  });

  it("refuses bytes after the end of a message immediately", async () => {
    const stream = raw.begin(metadata);
    const answer = responseOf(stream);
    stream.write(prefix(1));
    stream.write(megabyte);
    expect(await answer).toMatchObject({ status: status.INTERNAL });
  });

  it.each([
    ["an unknown call", "/tfplugin6.Provider/Nothing"],
    ["a call of protocol 5", "/tfplugin5.Provider/GetSchema"],
    ["a path with bytes of no alphabet", "/\u00ff%\u00e9/%zz"],
    ["a very long path", `/${"x".repeat(10_000)}`],
  ])("responds to %s with UNIMPLEMENTED and discards its message", async (_, path) => {
    expect(await raw.send(path, prefix(megabyte.length), megabyte)).toMatchObject({
      status: status.UNIMPLEMENTED,
      message: expect.stringMatching(/ is not implemented$/) as string,
    });
  });

  it("serves the next call after streams that ended at every position", async () => {
    const cuts = [[], [empty.subarray(0, 2)], [prefix(9)], [prefix(1 << 20), megabyte.subarray(9)]];
    for (const body of cuts) {
      const stream = raw.begin(metadata);
      for (const piece of body) stream.write(piece);
      const answer = responseOf(stream);
      stream.close(8);
      expect((await answer).status).toBeUndefined();
    }
    expect(await raw.send(metadata, empty)).toMatchObject({ status: status.OK });
  });

  it("serves a hundred concurrent calls while another connection with as many is lost", async () => {
    const other = await RawClient.open(peer.socket);
    other.session.on("error", () => undefined);
    const lost = Array.from({ length: 100 }, () => responseOf(other.begin(metadata)));
    const kept = Array.from({ length: 100 }, () => raw.send(metadata, empty));
    other.close();
    await Promise.all(lost);
    expect((await Promise.all(kept)).map((one) => one.status)).toEqual(Array(100).fill(status.OK));
  });

  it.each([
    ["HTTP/1.1", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a TLS greeting to a socket without TLS", Buffer.from("16030100050100000100", "hex")],
    [
      "an HTTP/2 greeting and a frame longer than agreed",
      Buffer.from(`${preface()}ffffff000000000001`, "hex"),
    ],
    [
      "an HTTP/2 greeting and headers that cannot be read",
      Buffer.from(`${preface()}00000401050000000180ffffff`, "hex"),
    ],
  ])("closes a connection with %s", async (_, bytes) => {
    await refused(peer.socket, bytes);
  });

  it("exits on a second signal during an incomplete call, and removes its socket", async () => {
    const own = await HostilePeer.start();
    const client = await RawClient.open(own.socket);
    client.session.on("error", () => undefined);
    const stream = client.begin(metadata);
    stream.on("error", () => undefined).write(empty.subarray(0, 3));
    // An answer on the same connection: what was written before it has arrived.
    expect(await client.send(metadata, empty)).toMatchObject({ status: status.OK });
    await client.send("/plugin.GRPCController/Shutdown", empty);
    own.terminate();
    expect(await own.exited).toBe(1);
    expect(existsSync(dirname(own.socket))).toBe(false);
    client.close();
    await own.stop();
  });

  it("exits while a client continues to send a refused message", async () => {
    const own = await HostilePeer.start();
    const client = await RawClient.open(own.socket);
    client.session.on("error", () => undefined);
    const stream = client.begin(metadata);
    stream.on("error", () => undefined).write(prefix(0xffffffff));
    await once(stream, "response");
    own.terminate();
    expect(await own.exited).toBe(0);
    client.close();
    await own.stop();
  });
});

/** The connection preface of HTTP/2 with empty settings, in hexadecimal. */
function preface(): string {
  return `${Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").toString("hex")}000000040000000000`;
}
