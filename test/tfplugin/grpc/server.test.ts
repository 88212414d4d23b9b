/** The gRPC server with an independent client. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { status, type Client } from "@grpc/grpc-js";
import { RunningCalls } from "../../../src/tfplugin/grpc/running-calls";
import { MessageCollector } from "../../../src/tfplugin/grpc/framing";
import { serveGrpc } from "../../../src/tfplugin/grpc/server";
import { type ByteMethod } from "../../../src/tfplugin/grpc/service";
import { call, connect } from "../../support/provider-process";

const bytes = {
  encode: (message: Uint8Array) => ({ finish: () => message }),
  decode: (message: Uint8Array) => message,
};
const quiet = () => undefined;
const log = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, isEnabled: () => false };

describe("the gRPC server", () => {
  let folder: string;
  let server: Http2Server;
  let client: Client;
  const sessions = new Set<ServerHttp2Session>();

  const methods = new Map<string, ByteMethod>([
    ["/x/Echo", (message) => Promise.resolve(message)],
    ["/x/Fail", () => Promise.reject(new Error("a secret"))],
  ]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "grpc-server-"));
    server = createServer({ maxSessionMemory: 200 });
    server.on("session", (session) => sessions.add(session));
    serveGrpc(server, { methods, maxMessageBytes: 20_000_000, runningCalls: new RunningCalls(), log });
    const path = join(folder, "socket");
    await new Promise<void>((resolve) => server.listen(path, resolve));
    client = connect(path);
  });
  afterAll(async () => {
    client.close();
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (path: string, message: Uint8Array) => call(client, path, bytes, bytes, message);

  test.each([0, 1, 70_000])("sends and receives a message of %d bytes", async (length) => {
    const message = Buffer.alloc(length, "x");
    expect(Buffer.compare(await send("/x/Echo", message), message)).toBe(0);
  });

  test("refuses a message over the limit and continues to serve", async () => {
    await expect(send("/x/Echo", Buffer.alloc(20_000_001))).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
    });
    await expect(send("/x/Echo", Buffer.of(1))).resolves.toEqual(Buffer.of(1));
  });

  test("responds to a failure with a status without its message", async () => {
    await expect(send("/x/Fail", Buffer.of(1))).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "Error",
    });
  });

  test("responds to an unknown method with UNIMPLEMENTED", async () => {
    await expect(send("/x/Other", Buffer.of(1))).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
      details: "/x/Other is not implemented",
    });
  });
});

describe("the frame of a message", () => {
  const collect = (...chunks: number[][]) => {
    const collector = new MessageCollector(10);
    for (const chunk of chunks) collector.add(Buffer.from(chunk));
    return [...collector.message()];
  };

  test("can arrive in any chunks", () => {
    expect(collect([0, 0], [0, 0, 2, 7], [8])).toEqual([7, 8]);
  });

  test.each([
    ["no message", [[]]],
    ["half a message", [[0, 0, 0, 0, 2, 7]]],
    ["more than one message", [[0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0]]],
    ["a compressed message", [[1, 0, 0, 0, 1, 7]]],
  ])("%s is refused", (_, chunks) => {
    expect(() => collect(...chunks)).toThrow();
  });
});
