/**
 * A service with prepared responses in a separate process. It does less work per call than an emulator, so that the measured time is
 * the client's. Arguments: number of alerts, latency of each response in milliseconds. Writes its URL to stdout.
 */
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { apiPrefix, bodiesOf, referenceLists } from "../deploy/alerts";

const [count = "", latencyMs = ""] = process.argv.slice(2);

const bodies = Array.from({ length: Number(count) }, (_, index) => bodiesOf(index));
const alerts = bodies.map(({ alert }, index) => `{"id":${index + 1},${alert.slice(1)}`);
const responses = new Map<string, string>([
  ["/config/alerts", `{"data":[${alerts.join()}]}`],
  ...referenceLists.map((path): [string, string] => [path, '{"data":[{"id":1,"name":"first"}]}']),
  ...bodies.map(({ config }, index): [string, string] => [`/config/alerts/${index + 1}/config`, config]),
]);

/** Writes have no effect, so that every run finds the same alerts. */
const server = createServer((request, response) => {
  const body = request.method === "GET" ? responses.get(request.url?.slice(apiPrefix.length) ?? "") : "{}";
  request.resume();
  setTimeout(() => {
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(body);
  }, Number(latencyMs));
});
server.listen(0, "127.0.0.1", () => {
  // A TCP server has an address of this type.
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
