/** How the emulator does with a large environment: requests a second beside a bare Hono route, memory, and the dear requests. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTurns, median, timed } from "../measure";
import { type Benchmark, type Row, type Section } from "../results";
import { burst, type Call, type Caller, callerOf } from "./client";
import { alertNamed, newest, type Sizes } from "./large-environment";
import { lists } from "./lists";
import { type Order, type Report } from "./server";

const api = "/api/v2";
const atOnce = 8;

const event = { start: newest, type: "backup", message: "done" };
const burstsOf: Readonly<Record<string, Call & { readonly token: "token" | "agentToken" }>> = {
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
    const [report] = (await once(child, "message")) as [Report];
    return new Server(child, report);
  }

  private constructor(
    private readonly child: ChildProcess,
    readonly report: Report,
  ) {}

  async order(order: Order): Promise<Report> {
    const told = once(this.child, "message");
    this.child.send(order);
    const [report] = (await told) as [Report];
    return report;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    await this.order({ stop: true });
    await ended;
  }
}

/** Requests a second of each kind, beside a bare route that answers the same. */
async function rates(server: Server, quick: boolean): Promise<Row[]> {
  const { url, bareUrl, token, agentToken } = server.report;
  const rows: Row[] = [];
  for (const [what, { token: kind, ...call }] of Object.entries(burstsOf)) {
    const ours = callerOf(url, kind === "token" ? token : agentToken, atOnce);
    const bare = callerOf(bareUrl, token, atOnce);
    const answer = await ours(call);
    const path = call.path.replace(/\?.*/, "");
    await server.order({ answers: { [`${call.method} ${path}`]: answer } });
    // A list of thousands takes as long as hundreds of the others.
    const count = (quick ? 50 : 500) * (answer.length > 100_000 ? 1 : 4);
    const { times } = await inTurns(
      { ours: () => burst(ours, call, count, atOnce), bare: () => burst(bare, call, count, atOnce) },
      { most: 5 },
    );
    ours.close();
    bare.close();
    const perSecond = (time: number) => Math.round((count * 1000) / time);
    rows.push({
      what,
      ours: perSecond(times.ours),
      bare: perSecond(times.bare),
      factor: times.ours / times.bare,
      bytes: answer.length,
    });
  }
  return rows;
}

async function medianOf(work: (run: number) => unknown, runs = 5): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timed(() => work(run)));
  return median(times);
}

async function dearRequests(server: Server, call: Caller): Promise<Row[]> {
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
  rows.push({ what: "alerts: a POST and its PUT", time: creation });
  const first = await server.order({ record: "unwatched" });
  rows.push({ what: "metrics: the first sample, for which alerts are read", time: first.time });
  for (const record of ["unwatched", "watched by one", "watched by all"] as const) {
    const times: number[] = [];
    for (let run = 0; run < 5; run++) times.push((await server.order({ record })).time);
    rows.push({ what: `metrics: a sample that is ${record}`, time: median(times) });
  }
  return rows;
}

export const emulator: Benchmark = async ({ quick, tell }): Promise<Section> => {
  const sizes = quick
    ? { digests: 2_000, events: 10_000, alerts: 200 }
    : { digests: 100_000, events: 1_000_000, alerts: 5_000 };
  const folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  let server: Server | undefined;
  try {
    const dataFile = join(folder, "data.db");
    tell("filling a data file");
    server = await Server.start(dataFile, sizes);
    const filling = server.report.time;
    await server.stop();
    server = await Server.start(dataFile, sizes);
    const atStart = server.report;
    const perSecond = await rates(server, quick);
    const caller = callerOf(atStart.url, atStart.token, 1);
    const dear = await dearRequests(server, caller);
    caller.close();
    const { memory } = await server.order({});
    const state = [
      { what: "filling a new data file", time: filling, bytes: statSync(dataFile).size },
      { what: "start from it, and memory then", time: atStart.time, bytes: atStart.memory },
      { what: "memory after all requests below", bytes: memory },
    ];
    return sectionOf(sizes, perSecond, state, dear);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

function sectionOf(
  sizes: Sizes,
  perSecond: readonly Row[],
  state: readonly Row[],
  dear: readonly Row[],
): Section {
  const figure = (value: number) => value.toLocaleString("en");
  return {
    title: "Emulator",
    how: [
      `${figure(sizes.digests)} digests with their tags and hosts, ${figure(sizes.events)} events and ${figure(sizes.alerts)} alerts with ` +
        `configurations, in a data file. The bare route is a Hono app in the same process that answers the same bytes; ${atOnce} ` +
        "requests at once over kept-alive connections.",
    ],
    goals: [],
    tables: [
      {
        title: "Requests a second",
        columns: [
          { key: "what", head: "request", unit: "text" },
          { key: "ours", head: "emulator", unit: "count" },
          { key: "bare", head: "bare route", unit: "count" },
          { key: "factor", head: "time", unit: "times" },
          { key: "bytes", head: "answer, bytes", unit: "count" },
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
        rows: dear,
      },
    ],
  };
}
