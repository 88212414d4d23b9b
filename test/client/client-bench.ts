/** Creates clients, and local HTTP servers with custom responses, and closes them after each test. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { type ClientOptions, resolveConnection, ServiceClient } from "../../src/client";
import { VirtualClock } from "../support/virtual-clock";

export const token = "s3cr3t-api-token";

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface OddService {
  readonly url: string;
  /** What has arrived, oldest first. */
  readonly seen: readonly SeenRequest[];
}

/** @param count number of requests so far, including this one */
type Handler = (response: ServerResponse, request: SeenRequest, count: number) => void;

export function clientBench() {
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return {
    async serve(handler: Handler): Promise<OddService> {
      const seen: SeenRequest[] = [];
      const server = createServer((incoming, response) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () => {
          const { method = "", url = "", headers } = incoming;
          const request = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
          seen.push(request);
          handler(response, request, seen.length);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      closers.push(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      return { url: urlOf(server.address() as AddressInfo), seen };
    },
    /** A client whose retries wait on `clock`, with no jitter. */
    client(url: string, options: ClientOptions = {}) {
      const clock = new VirtualClock();
      const result = resolveConnection({ baseUrl: url, apiToken: token }, {});
      if (!result.ok) throw new Error(result.problems.map(({ what }) => what).join());
      const client = new ServiceClient(result.connection, { clock, random: () => 1, ...options });
      closers.push(() => {
        client.close();
      });
      return { client, clock };
    },
  };
}

function urlOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** The reason of a rejected promise. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const settled = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (settled instanceof Error) return settled;
  throw new Error("it did not fail");
}

export const newAlert = {
  name: "CPU high",
  annotations: "",
  policy: 2,
  kind: "threshold",
  disabled: false,
  destinations: [1],
} as const;

export const alertOnWire = {
  id: 7,
  name: "CPU high",
  annotations: "",
  policy: 2,
  type: 2,
  disabled: 0,
  destinations: [1],
} as const;

export const newConfig = {
  hosts: [],
  host_types: ["mysql"],
  condition: {
    kind: "threshold",
    alert_level: "warn",
    metric: "os.cpu.user_us",
    trigger: 0.9,
    duration: 2,
    reset: 0.8,
  },
} as const;
