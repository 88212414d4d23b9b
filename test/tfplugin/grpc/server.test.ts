/** The gRPC server with an independent client. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, status } from "@grpc/grpc-js";
import { MessageCollector } from "../../../src/tfplugin/grpc/framing";
import { GrpcServer, type MethodCall } from "../../../src/tfplugin/grpc/server";
import { call, connect } from "../../support/provider-process";
import { prefix, RawClient, responseOf } from "../robustness/raw-client";

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
  let socket: string;
  const sessions = new Set<ServerHttp2Session>();

  const methods = new Map<string, MethodCall>([
    ["/x/Echo", (message) => Promise.resolve(message)],
    ["/x/Fail", () => Promise.reject(new Error("a secret"))],
    [
      "/x/Stream",
      async (message, responses) => {
        await streamed(message, responses);
        return undefined;
      },
    ],
  ]);
  let streamed: (...call: Parameters<MethodCall>) => Promise<void>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "grpc-server-"));
    server = createServer({ maxSessionMemory: 200 });
    server.on("session", (session) => sessions.add(session));
    new GrpcServer(server, methods, 20_000_000, log);
    socket = join(folder, "socket");
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    client = connect(socket);
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

  test("reads no further message bytes after a prefix over the limit, and buffers none", async () => {
    const add = jest.spyOn(MessageCollector.prototype, "add");
    const raw = await RawClient.open(socket);
    try {
      const opened = once(server, "stream") as Promise<[ServerHttp2Stream]>;
      const stream = raw.begin("/x/Echo");
      const answer = responseOf(stream);
      const [served] = await opened;
      stream.write(prefix(0xffffffff));
      const megabyte = Buffer.alloc(1 << 20);
      for (let count = 0; count < 100; count++) stream.write(megabyte);
      expect(await answer).toMatchObject({ status: status.RESOURCE_EXHAUSTED });
      if (!served.closed) await once(served, "close");
      // The server refuses the first chunk, which contains the prefix. Node delivers at most 64 KiB in one chunk.
      expect(add).toHaveBeenCalledTimes(1);
      expect(add.mock.calls[0]?.[0].length).toBeLessThanOrEqual(1 << 16);
      expect(served.readableLength).toBe(0);
    } finally {
      raw.close();
      add.mockRestore();
    }
  });

  test("responds to a failure with a status without its message", async () => {
    await expect(send("/x/Fail", Buffer.of(1))).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "Error",
    });
  });

  describe("with a stream of responses", () => {
    const open = () =>
      client.makeServerStreamRequest(
        "/x/Stream",
        (message: Buffer) => message,
        (message: Buffer) => message,
        Buffer.of(1),
      );
    /** The responses and the status of a call. */
    const all = async (stream: ReturnType<typeof open>) => {
      const received: Buffer[] = [];
      const ended = new Promise<{ code: number; details: string }>((resolve) => {
        stream.on("status", resolve).on("error", () => undefined);
      });
      stream.on("data", (message: Buffer) => received.push(message));
      const { code, details } = await ended;
      return { received, code, details };
    };

    test("sends them in order", async () => {
      streamed = async (message, { send }) => {
        for (let count = 0; count < 3; count++) await send(Buffer.from([...message, count]));
      };
      expect(await all(open())).toEqual({
        received: [Buffer.of(1, 0), Buffer.of(1, 1), Buffer.of(1, 2)],
        code: status.OK,
        details: "",
      });
    });

    test("ends without any", async () => {
      streamed = () => Promise.resolve();
      expect(await all(open())).toEqual({ received: [], code: status.OK, details: "" });
    });

    test.each([0, 2])("reports a failure after %d responses, and delivers these", async (length) => {
      streamed = async (_, { send }) => {
        for (let count = 0; count < length; count++) await send(Buffer.of(count));
        throw new Error("a secret");
      };
      const { received, code, details } = await all(open());
      expect(received).toHaveLength(length);
      expect({ code, details }).toEqual({ code: status.INTERNAL, details: "Error" });
    });

    test("is never far ahead of its reader", async () => {
      const total = 50;
      let sent = 0;
      let received = 0;
      let maxLead = 0;
      streamed = async (_, { send }) => {
        while (sent < total) {
          sent++;
          await send(Buffer.alloc(1 << 20));
        }
      };
      for await (const message of open()) {
        maxLead = Math.max(maxLead, sent - received);
        received += (message as Buffer).length >> 20;
      }
      expect({ sent, received }).toEqual({ sent: total, received: total });
      // Without flow control, all of them would be sent before the first one is received.
      expect(maxLead).toBeLessThan(10);
    });

    test("aborts its signal if the client cancels, and sends no more", async () => {
      const ended = new Promise<unknown>((resolve) => {
        streamed = async (_, { send, signal }) => {
          await send(Buffer.of(1));
          await once(signal, "abort");
          await send(Buffer.of(2));
          resolve(signal.reason);
        };
      });
      const stream = open();
      const canceled = all(stream);
      stream.once("data", () => {
        stream.cancel();
      });
      expect(await canceled).toMatchObject({ received: [Buffer.of(1)], code: status.CANCELLED });
      expect(await ended).toEqual(new Error("The client canceled the call."));
    });

    test("stops waiting for a reader that cancels", async () => {
      const ended = new Promise<void>((resolve) => {
        streamed = async (_, { send, signal }) => {
          while (!signal.aborted) await send(Buffer.alloc(1 << 20));
          resolve();
        };
      });
      const stream = open();
      stream.on("error", () => undefined).pause();
      await once(stream, "metadata");
      stream.cancel();
      await ended;
    });

    test("does not abort the signal of a completed call", async () => {
      let canceled: AbortSignal | undefined;
      streamed = (_, { signal }) => {
        canceled = signal;
        return Promise.resolve();
      };
      await all(open());
      await send("/x/Echo", Buffer.of(1));
      expect(canceled?.aborted).toBe(false);
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
    ["an incomplete message", [[0, 0, 0, 0, 2, 7]]],
    ["more than one message", [[0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0]]],
    ["a compressed message", [[1, 0, 0, 0, 1, 7]]],
  ])("%s is refused", (_, chunks) => {
    expect(() => collect(...chunks)).toThrow();
  });
});
