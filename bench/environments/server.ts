/**
 * A service with prepared responses in a separate process. It does less work per call than an emulator, so that the measured time is
 * the client's. Arguments: number of alerts, latency of each response in milliseconds, number of events. Writes its URL to stdout.
 */
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { apiPrefix, bodiesOf, referenceLists } from "../deploy/alerts";

const [count = "", latencyMs = "", eventCount = ""] = process.argv.slice(2);

const hostCount = 200;
const bodies = Array.from({ length: Number(count) }, (_, index) => bodiesOf(index));
const alerts = bodies.map(({ alert }, index) => `{"id":${index + 1},${alert.slice(1)}`);
const responses = new Map<string, string>([
  ["/config/alerts", `{"data":[${alerts.join()}]}`],
  [
    "/hosts",
    `{"data":[${Array.from({ length: hostCount }, (_, index) => `{"id":${index + 1},"name":"db-${index}","type":"mysql"}`).join()}]}`,
  ],
  ...referenceLists.map((path): [string, string] => [path, '{"data":[{"id":1,"name":"first"}]}']),
  ...bodies.map(({ config }, index): [string, string] => [`/config/alerts/${index + 1}/config`, config]),
]);

const day = 86_400;
const now = Math.floor(Date.now() / 1000);
/** Evenly over 80 days, half of them recorded firings. */
const starts = Array.from({ length: Number(eventCount) }, (_, index) =>
  Math.floor(now - 80 * day + (index * 80 * day) / Number(eventCount)),
);
const eventBody = (index: number) =>
  JSON.stringify({
    start: starts[index],
    uuid: index.toString(16).padStart(32, "0"),
    host: 1 + ((index * 7919) % hostCount),
    duration: 0,
    digest: "1",
    ...(index % 2 === 0
      ? {
          type: "Threshold Alert",
          level: "crit",
          message: `Metric os.cpu.user_us at 99999, greater than trigger threshold of ${(index * 104_729) % Number(count)} for 60 seconds`,
        }
      : { type: `category ${index % 500}`, level: "info", message: `Version ${index} was deployed.` }),
  });

/** At most 10,000 events per response. */
function listEvents(query: URLSearchParams): string {
  const [from, until] = [Number(query.get("from") ?? 0), Number(query.get("until") ?? now)];
  const first = starts.findIndex((start) => start >= from);
  const found: string[] = [];
  for (
    let index = first;
    index >= 0 && (starts[index] ?? Infinity) <= until && found.length < 10_000;
    index++
  )
    found.push(eventBody(index));
  return `{"data":[${found.join()}]}`;
}

/** Writes have no effect, so that every run finds the same alerts. */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  const path = url.pathname.slice(apiPrefix.length);
  const read = () => (path === "/events" ? listEvents(url.searchParams) : responses.get(path));
  const body = request.method === "GET" ? read() : "{}";
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
