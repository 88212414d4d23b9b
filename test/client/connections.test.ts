/** How calls use connections, with a server that writes each byte of its responses. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { clientBench, failureOf } from "./client-bench";

const bench = clientBench();
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

const list = '{"data":[]}';
const complete = `HTTP/1.1 200 OK\r\nContent-Length: ${list.length}\r\n\r\n${list}`;

async function serveRaw(respond: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const requests: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      requests.push(chunk.toString());
      respond(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A TCP server has an address of this type.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, sockets, requests };
}

it("calls that follow each other share a connection", async () => {
  const { url, sockets, requests } = await serveRaw((socket) => socket.write(complete));
  const { client } = bench.client(url);
  for (let count = 0; count < 5; count++) await client.listAlerts();
  expect(requests).toHaveLength(5);
  expect(sockets).toHaveLength(1);
});

it("opens no more connections than concurrent calls are allowed", async () => {
  const { url, sockets, requests } = await serveRaw((socket) => socket.write(complete));
  const { client } = bench.client(url, { maxConcurrency: 3 });
  await Promise.all(Array.from({ length: 20 }, () => client.listAlerts()));
  expect(requests).toHaveLength(20);
  expect(sockets).toHaveLength(3);
});

it("sends a write once on a new connection if the server closed the last one", async () => {
  const { url, sockets, requests } = await serveRaw((socket) => socket.write(complete));
  const { client } = bench.client(url);
  await client.listAlerts();
  const [socket] = sockets;
  await new Promise<void>((resolve) => socket?.end(resolve).resume().once("close", resolve));
  await client.deleteAlert(7);
  expect(requests).toHaveLength(2);
  expect(sockets).toHaveLength(2);
});

it("a write whose response breaks off is not sent again", async () => {
  const { url, requests } = await serveRaw((socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"id":');
  });
  const failure = await failureOf(
    bench.client(url).client.createAlert({
      name: "a",
      annotations: "",
      policy: 1,
      kind: "event",
      disabled: false,
      destinations: [],
    }),
  );
  expect(failure.message).toContain("ECONNRESET");
  expect(requests).toHaveLength(1);
});

it.each([
  ["ends with the connection", `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${list}`],
  ["is of HTTP 1.0", `HTTP/1.0 200 OK\r\n\r\n${list}`],
  ["follows an informational one", `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${complete}`],
  [
    "is chunked",
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"da\r\n7\r\nta":[]}\r\n0\r\n\r\n`,
  ],
])("reads a response that %s", async (_, response) => {
  const { url } = await serveRaw((socket) => socket.end(response));
  expect(await bench.client(url).client.listAlerts()).toEqual([]);
});

it("closing the client ends a connection that is being opened", async () => {
  const { url, sockets } = await serveRaw(() => {
    // This server never answers the handshake of TLS.
    client.close();
  });
  const { client } = bench.client(url.replace("http:", "https:"));
  await expect(client.listAlerts()).rejects.toThrow("the client was closed");
  const [socket] = sockets;
  if (socket?.destroyed === false) await once(socket, "close");
});

it("closing the client ends a call that waits for its response", async () => {
  const { url, sockets } = await serveRaw(() => {
    client.close();
  });
  const { client } = bench.client(url);
  await expect(client.listAlerts()).rejects.toThrow("the client was closed");
  const [socket] = sockets;
  if (socket?.destroyed === false) await once(socket, "close");
});
