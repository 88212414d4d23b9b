/** Endless, huge, slow and broken answers: every call ends with one harmless problem. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { type AddressInfo } from "node:net";
import { resolveConnection, ServiceClient, ServiceError } from "../../src/client";
import { expectHarmless } from "../support/hostile-text";
import { countCases, token } from "./hostile-service";

const json = "Content-Type: application/json\r\n";
const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
const megabyte = Buffer.alloc(1024 * 1024, "a");
let server: Server;
let answer: (socket: Socket) => void = () => undefined;
const sockets = new Set<Socket>();

/** Writes the text again whenever the connection has room for it. */
function repeat(socket: Socket, text: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", write);
  write();
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const endlessBody = (head: string, text: string | Buffer) => (socket: Socket) => {
  socket.write(head);
  repeat(socket, text);
};
const once200 = (headers: string, body: string) => (socket: Socket) => {
  socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\n${body}`);
};

const answers: Readonly<Record<string, (socket: Socket) => void>> = {
  "an endless body": endlessBody(`HTTP/1.1 200 OK\r\n${json}\r\n`, megabyte),
  "an endless list": endlessBody(
    `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n${chunk('{"data": [')}`,
    chunk('{"id": 1},'.repeat(10_000)),
  ),
  "endless headers": endlessBody(
    "HTTP/1.1 200 OK\r\n",
    "X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
  ),
  "endless interim responses": endlessBody("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1000)),
  "an endless error page": endlessBody(`HTTP/1.1 500 No\r\nContent-Type: text/html\r\n\r\n<title>`, megabyte),
  "a body of ten terabytes": endlessBody(
    `HTTP/1.1 200 OK\r\n${json}Content-Length: 10995116277760\r\n\r\n`,
    megabyte,
  ),
  "a deep body": once200(json, `${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}`),
  "a huge page": once200("Content-Type: text/html\r\n", `<title>${"::error::x ".repeat(1_000_000)}</title>`),
  "no answer": () => undefined,
  "headers that never end": (socket) => void socket.write(page),
  "one byte at a time": (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${json}\r\n`);
    const timer = setInterval(() => socket.write(" "), 20);
    socket.on("close", () => {
      clearInterval(timer);
    });
  },
  "a body that ends early": once200(`${json}Content-Length: 1000\r\n`, '{"data": ['),
  "a chunk that ends early": once200(`${json}Transfer-Encoding: chunked\r\n`, "ffff\r\n[]"),
  "a chunk with an invalid length": once200(`${json}Transfer-Encoding: chunked\r\n`, "zz\r\n[]\r\n"),
  "two lengths": once200(`${json}Content-Length: 2\r\nContent-Length: 3\r\n`, "[] "),
  "a length and chunks": once200(
    `${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`,
    "2\r\n[]\r\n0\r\n\r\n",
  ),
  "a compressed body": once200(`${json}Content-Encoding: gzip\r\n`, "\u001f\u008b\u0008\u0000"),
  "invalid UTF-8": (socket) =>
    void socket.end(Buffer.from(`HTTP/1.1 200 OK\r\n${json}\r\n["\xff\xfe"]`, "latin1")),
  "control characters in the reason": (socket) => void socket.end("HTTP/1.1 500 \u001b[2J::error::x\r\n\r\n"),
  "a status of 999": (socket) => void socket.end("HTTP/1.1 999 No\r\n\r\n"),
  "another protocol": (socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
  "random bytes": (socket) =>
    void socket.end(Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 197) % 256))),
  "a closed connection": (socket) => void socket.destroy(),
  "a redirect to itself": (socket) =>
    void socket.end("HTTP/1.1 302 No\r\nLocation: /api/v2/config/alerts\r\nContent-Length: 0\r\n\r\n"),
  "a redirect to another host": (socket) =>
    void socket.end("HTTP/1.1 307 No\r\nLocation: https://evil.example/\r\nContent-Length: 0\r\n\r\n"),
  "a redirect to a script": (socket) =>
    void socket.end("HTTP/1.1 302 No\r\nLocation: javascript:alert(1)\r\nContent-Length: 0\r\n\r\n"),
};

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.once("data", () => {
      answer(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

it.each(Object.keys(answers))("%s", async (name) => {
  answer = answers[name] ?? answer;
  const { port } = server.address() as AddressInfo;
  const connection = resolveConnection({ baseUrl: `http://127.0.0.1:${String(port)}`, apiToken: token }, {});
  if (!connection.ok) throw new Error("no connection");
  const client = new ServiceClient(connection.connection, { maxRetries: 0, requestTimeout: 700 });
  const alert = {
    name: "A",
    annotations: "",
    policy: 1,
    kind: "event",
    disabled: false,
    destinations: [],
  } as const;
  const calls = [() => client.listAlerts(), () => client.listHosts(), () => client.createAlert(alert)];
  try {
    for (const call of calls) {
      const failure = await call().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(ServiceError);
      const { message } = failure as ServiceError;
      expect(message.length).toBeLessThan(2000);
      expectHarmless(message);
      expect(message).not.toContain(token);
    }
    // The process keeps no answer in memory.
    expect(process.memoryUsage().rss).toBeLessThan(1500 * 1024 * 1024);
  } finally {
    client.close();
  }
  countCases("an endless, huge, slow or broken answer", calls.length);
});
