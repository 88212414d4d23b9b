/** Measures the emulator with a large environment: requests per second compared to a bare Hono route, memory, and expensive requests. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureInTurns, measureTime, median } from "../measure";
import { type Benchmark, type Row, type Section } from "../results";
import { type Call, type Caller, createCaller, sendRepeatedly } from "./client";
import { alertNamed, newest, type Sizes } from "./large-environment";
import { lists } from "./lists";
import { type Command, type ServerState } from "./server";

const api = "/api/v2";
const concurrency = 8;

const event = { start: newest, type: "backup", message: "done" };
const repeatedCalls: Readonly<Record<string, Call & { readonly token: "token" | "agentToken" }>> = {
  "GET the list of alerts": { method: "GET", path: `${api}/config/alerts`, token: "token" },
  "GET a page of 100 queries": { method: "GET", path: `${api}/queries?limit=100`, token: "token" },
  "GET a configuration": { method: "GET", path: `${api}/config/alerts/1/config`, token: "token" },
  "POST an event": {
    method: "POST",
    path: `${api}/events`,
    body: JSON.stringify(event),
    token: "agentToken",
  },
};

class Server {
  static async start(dataFile: string, sizes: Sizes): Promise<Server> {
    const child = fork(join(__dirname, "server.ts"), [dataFile, JSON.stringify(sizes)]);
    const [state] = (await once(child, "message")) as [ServerState];
    return new Server(child, state);
  }

  private constructor(
    private readonly child: ChildProcess,
    readonly state: ServerState,
  ) {}

  async run(command: Command): Promise<ServerState> {
    const completed = once(this.child, "message");
    this.child.send(command);
    const [state] = (await completed) as [ServerState];
    return state;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    await this.run({ stop: true });
    await ended;
  }
}

/** Measures requests per second, compared to a bare route with the same responses. */
async function measureRates(server: Server, quick: boolean): Promise<Row[]> {
  const { url, bareUrl, token, agentToken } = server.state;
  const rows: Row[] = [];
  for (const [what, { token: kind, ...call }] of Object.entries(repeatedCalls)) {
    const ours = createCaller(url, kind === "token" ? token : agentToken, concurrency);
    const bare = createCaller(bareUrl, token, concurrency);
    const body = await ours(call);
    const path = call.path.replace(/\?.*/, "");
    await server.run({ responses: { [`${call.method} ${path}`]: body } });
    // A response with thousands of elements takes as long as hundreds of others.
    const count = (quick ? 50 : 500) * (body.length > 100_000 ? 1 : 4);
    const { times } = await measureInTurns(
      {
        ours: () => sendRepeatedly(ours, call, count, concurrency),
        bare: () => sendRepeatedly(bare, call, count, concurrency),
      },
      { maxRounds: 5 },
    );
    ours.close();
    bare.close();
    const perSecond = (time: number) => Math.round((count * 1000) / time);
    rows.push({
      what,
      ours: perSecond(times.ours),
      bare: perSecond(times.bare),
      factor: times.ours / times.bare,
      bytes: body.length,
    });
  }
  return rows;
}

async function medianOf(work: (run: number) => unknown, runs = 5): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measureTime(() => work(run)));
  return median(times);
}

async function measureExpensiveRequests(server: Server, call: Caller): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(lists)) {
    let found = 0;
    const time = await medianOf(async () => {
      const { data } = JSON.parse(await call({ method: "GET", path: api + path })) as { data: unknown[] };
      found = data.length;
    });
    rows.push({ what, time, found });
  }
  const creation = await medianOf(async (run) => {
    const { alert, config } = alertNamed(`Alert of run ${run}`, "os.cpu.sys_us");
    const path = `${api}/config/alerts`;
    const { id } = JSON.parse(await call({ method: "POST", path, body: JSON.stringify(alert) })) as {
      id: number;
    };
    await call({ method: "PUT", path: `${path}/${id}/config`, body: JSON.stringify(config) });
  });
  rows.push({ what: "alerts: a POST and a PUT", time: creation });
  const first = await server.run({ record: "of no alert" });
  rows.push({ what: "metrics: the first sample, which loads the alerts", time: first.time });
  for (const record of ["of no alert", "of one alert", "of all alerts"] as const) {
    const times: number[] = [];
    for (let run = 0; run < 5; run++) times.push((await server.run({ record })).time);
    rows.push({ what: `metrics: a sample ${record}`, time: median(times) });
  }
  return rows;
}

export const emulator: Benchmark = async ({ quick, report }): Promise<Section> => {
  const sizes = quick
    ? { digests: 2_000, events: 10_000, alerts: 200 }
    : { digests: 100_000, events: 1_000_000, alerts: 5_000 };
  const folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  let server: Server | undefined;
  try {
    const dataFile = join(folder, "data.db");
    report("filling a data file");
    server = await Server.start(dataFile, sizes);
    const fillTime = server.state.time;
    await server.stop();
    server = await Server.start(dataFile, sizes);
    const atStart = server.state;
    const perSecond = await measureRates(server, quick);
    const caller = createCaller(atStart.url, atStart.token, 1);
    const expensive = await measureExpensiveRequests(server, caller);
    caller.close();
    const { memory } = await server.run({});
    const state = [
      { what: "fill a new data file", time: fillTime, bytes: statSync(dataFile).size },
      { what: "start with this file; memory after the start", time: atStart.time, bytes: atStart.memory },
      { what: "memory after all requests below", bytes: memory },
    ];
    return sectionOf(sizes, perSecond, state, expensive);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

function sectionOf(
  sizes: Sizes,
  perSecond: readonly Row[],
  state: readonly Row[],
  expensive: readonly Row[],
): Section {
  const figure = (value: number) => value.toLocaleString("en");
  return {
    title: "Emulator",
    how: [
      `${figure(sizes.digests)} digests with their tags and hosts, ${figure(sizes.events)} events and ${figure(sizes.alerts)} alerts with ` +
        `configurations, in a data file. The bare route is a Hono app in the same process with the same responses. ${concurrency} concurrent ` +
        "requests over keep-alive connections.",
    ],
    goals: [],
    tables: [
      {
        title: "Requests per second",
        columns: [
          { key: "what", head: "request", unit: "text" },
          { key: "ours", head: "emulator", unit: "count" },
          { key: "bare", head: "bare route", unit: "count" },
          { key: "factor", head: "time", unit: "times" },
          { key: "bytes", head: "response, bytes", unit: "count" },
        ],
        rows: perSecond,
      },
      {
        title: "Size",
        columns: [
          { key: "what", head: "", unit: "text" },
          { key: "time", head: "time", unit: "ms" },
          { key: "bytes", head: "size", unit: "bytes" },
        ],
        rows: state,
      },
      {
        title: "One request at a time",
        columns: [
          { key: "what", head: "request", unit: "text" },
          { key: "time", head: "time", unit: "ms" },
          { key: "found", head: "elements", unit: "count" },
        ],
        rows: expensive,
      },
    ],
  };
}
