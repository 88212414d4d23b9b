/**
 * The emulator of a large environment in a process of its own, so that the memory that is told is its own. Beside it, on another
 * port, a bare Hono app that answers what it was given: what no service on this server can beat.
 */
import { type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { ServiceEmulator } from "../../src/emulator";
import { commonMetric, largeEnvironment, newest, rareMetric, type Sizes } from "./large-environment";

export interface Order {
  /** Bodies that the bare app is to answer, by method and path. */
  readonly answers?: Readonly<Record<string, string>>;
  /** A sample of this metric arrives. */
  readonly record?: "unwatched" | "watched by one" | "watched by all";
  readonly stop?: true;
}

export interface Report {
  readonly url: string;
  readonly bareUrl: string;
  readonly token: string;
  readonly agentToken: string;
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds that the order took; the start, at first. */
  readonly time: number;
}

const metrics = { unwatched: "mysql.other", "watched by one": rareMetric, "watched by all": commonMetric };

async function main(dataFile: string, sizes: Sizes): Promise<void> {
  const begun = performance.now();
  const clock = { now: () => newest * 1000 };
  const seed = largeEnvironment(sizes);
  const emulator = await ServiceEmulator.start({ dataFile, clock, seed, propagationSeconds: 0 });
  const started = performance.now() - begun;
  const answers = new Map<string, string>();
  const bare = new Hono();
  bare.all("*", ({ req, body }) =>
    body(answers.get(`${req.method} ${req.path}`) ?? "", 200, { "content-type": "application/json" }),
  );
  // Made without options, it is of node:http.
  const server = createAdaptorServer({ fetch: bare.fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bareUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const report = (time: number) => {
    const { url, token, agentToken } = emulator;
    process.send?.({
      url,
      bareUrl,
      token,
      agentToken,
      memory: process.memoryUsage().rss,
      time,
    } satisfies Report);
  };
  let samples = 0;
  process.on("message", (order: Order) => {
    const ordered = performance.now();
    for (const [call, answer] of Object.entries(order.answers ?? {})) answers.set(call, answer);
    if (order.record !== undefined) {
      const value = samples++ % 2 === 0 ? 10 : 20;
      emulator.environment().add("metrics", { host: 7, metric: metrics[order.record], value });
    }
    report(performance.now() - ordered);
    if (order.stop !== true) return;
    server.closeAllConnections();
    server.close();
    void emulator.stop().then(() => {
      process.disconnect();
    });
  });
  report(started);
}

const [dataFile, sizes] = process.argv.slice(2);
if (dataFile !== undefined && sizes !== undefined) void main(dataFile, JSON.parse(sizes) as Sizes);
