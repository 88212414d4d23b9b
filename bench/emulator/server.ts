/**
 * Runs the emulator with a large environment in a separate process, to measure its memory. On another port of the process, a
 * bare Hono app returns given responses, as the lower bound.
 */
import { type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { ServiceEmulator } from "../../src/emulator";
import { commonMetric, largeEnvironment, newest, rareMetric, type Sizes } from "./large-environment";

export interface Command {
  /** Responses of the bare app, by method and path. */
  readonly responses?: Readonly<Record<string, string>>;
  /** Adds a sample of a metric of so many alerts. */
  readonly record?: "of no alert" | "of one alert" | "of all alerts";
  readonly stop?: true;
}

export interface ServerState {
  readonly url: string;
  readonly bareUrl: string;
  readonly token: string;
  readonly agentToken: string;
  /** Resident memory in bytes. */
  readonly memory: number;
  /** Milliseconds of the last command, initially of the start. */
  readonly time: number;
}

const metrics = { "of no alert": "mysql.other", "of one alert": rareMetric, "of all alerts": commonMetric };

async function main(dataFile: string, sizes: Sizes): Promise<void> {
  const startedAt = performance.now();
  const clock = { now: () => newest * 1000 };
  const seed = largeEnvironment(sizes);
  const emulator = await ServiceEmulator.start({ dataFile, clock, seed, propagationSeconds: 0 });
  const startTime = performance.now() - startedAt;
  const responses = new Map<string, string>();
  const bare = new Hono();
  bare.all("*", ({ req, body }) =>
    body(responses.get(`${req.method} ${req.path}`) ?? "", 200, { "content-type": "application/json" }),
  );
  // Without options, it is a server of node:http.
  const server = createAdaptorServer({ fetch: bare.fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bareUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sendState = (time: number) => {
    const { url, token, agentToken } = emulator;
    process.send?.({
      url,
      bareUrl,
      token,
      agentToken,
      memory: process.memoryUsage().rss,
      time,
    } satisfies ServerState);
  };
  let samples = 0;
  process.on("message", (command: Command) => {
    const commandStart = performance.now();
    for (const [call, body] of Object.entries(command.responses ?? {})) responses.set(call, body);
    if (command.record !== undefined) {
      const value = samples++ % 2 === 0 ? 10 : 20;
      emulator.environment().add("metrics", { host: 7, metric: metrics[command.record], value });
    }
    sendState(performance.now() - commandStart);
    if (command.stop !== true) return;
    server.closeAllConnections();
    server.close();
    void emulator.stop().then(() => {
      process.disconnect();
    });
  });
  sendState(startTime);
}

const [dataFile, sizes] = process.argv.slice(2);
if (dataFile !== undefined && sizes !== undefined) void main(dataFile, JSON.parse(sizes) as Sizes);
