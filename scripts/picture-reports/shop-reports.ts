/** Writes reports of a shop as HTML pages: a plan with a back-test, drift, and an audit, also as they appear in a comment and an issue. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cleanSeed, ServiceEmulator } from "../../src/emulator";
import * as differences from "./differences";
import { discussionPage, type PipelineRun, startCodeHost, stepVariables } from "./discussions";
import { after, before, events, hour, now } from "./shop-alerts";

const command = resolve(__dirname, "../../dist/cli/main.js");
const clockFile = join(__dirname, "fixed-clock.cjs");
/** What the pages show instead of the address of the emulator. */
const shownAddress = "https://monitor.shop.example";

/** Addresses of links, as in GitHub Actions. */
const links = {
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "shop/alerts",
  GITHUB_SHA: "c2f1a6",
};

export type ShopReport = "plan" | "drift" | "differences" | "comment" | "issue" | "audit";

interface Run {
  readonly folder: string;
  readonly emulator: ServiceEmulator;
  /** In Unix milliseconds. */
  readonly time: number;
}

async function runDbmon(
  { folder, emulator, time }: Run,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, ["--require", clockFile, command, ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      FIXED_TIME: String(time),
      ...links,
      DBMON_BASE_URL: emulator.url,
      DBMON_API_TOKEN: emulator.token,
      ...variables,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`dbmon ${args.join(" ")} exited with code ${String(code)}.`);
}

/** @param folder an existing empty folder for the definitions and the pages @returns the files of the pages */
export async function writeShopReports(folder: string): Promise<Readonly<Record<ShopReport, string>>> {
  const clock = { now: () => now - 48 * hour };
  const emulator = await ServiceEmulator.start({
    seed: { ...cleanSeed({ now: () => now }), alerts: [], events },
    propagationSeconds: 0,
    clock,
  });
  const host = await startCodeHost();
  const run = (time: number, args: readonly string[], variables: Readonly<Record<string, string>>) =>
    runDbmon({ folder, emulator, time }, args, variables);
  const dbmon = (time: number, ...args: string[]) => run(time, args, {});
  const pipeline = async (time: number, step: PipelineRun) => {
    const variables = stepVariables(mkdtempSync(join(folder, ".runner-")), host.origin, step);
    await run(time, ["pipeline", "github"], variables);
  };
  const write = (text: string) => {
    writeFileSync(join(folder, "alerts.yaml"), text);
  };
  const page = (name: string) => hideAddress(join(folder, name), emulator);
  writeFileSync(join(folder, "dbmon.yaml"), `alert_url: ${shownAddress}/alerts/{id}\n`);
  try {
    write(before);
    await dbmon(now - 48 * hour, "apply", "alerts.yaml", "--yes");
    write(after);
    const prune = ["--prune", "Backups", "--max-deletes", "1"];
    const backtest = ["--backtest", "--since", "14d"];
    await dbmon(now, "plan", "alerts.yaml", ...prune, ...backtest, "--report", "html=plan.html");
    await pipeline(now, { inputs: { command: "plan", sources: "alerts.yaml" }, event: "pull_request" });
    await dbmon(now, "apply", "alerts.yaml", ...prune, "--yes");
    await changeByHand(emulator);
    await dbmon(now + 120 * hour, "drift", "alerts.yaml", "--report", "html=drift.html");
    const drift = { command: "drift", sources: "alerts.yaml", "on-drift": "issue" };
    await pipeline(now + 120 * hour, { inputs: drift, event: "schedule" });
    write(differences.before);
    await dbmon(now, "apply", "alerts.yaml", "--yes");
    write(differences.after);
    await dbmon(now, "plan", "alerts.yaml", "--report", "html=differences.html");
    const [comment, issue] = host.written;
    if (comment === undefined || issue === undefined)
      throw new Error("The pipeline wrote no comment or no issue.");
    writeFileSync(join(folder, "comment.html"), discussionPage(comment));
    writeFileSync(join(folder, "issue.html"), discussionPage(issue));
    return {
      audit: await writeAudit(folder),
      plan: page("plan.html"),
      drift: page("drift.html"),
      differences: page("differences.html"),
      comment: page("comment.html"),
      issue: page("issue.html"),
    };
  } finally {
    host.server.close();
    await emulator.stop();
  }
}

/** Audits alerts with mistakes. */
async function writeAudit(folder: string): Promise<string> {
  const emulator = await ServiceEmulator.start({ seed: "demo", clock: { now: () => now } });
  try {
    await runDbmon({ folder, emulator, time: now }, ["audit", "--report", "html=audit.html"]);
    return hideAddress(join(folder, "audit.html"), emulator);
  } finally {
    await emulator.stop();
  }
}

function hideAddress(file: string, emulator: ServiceEmulator): string {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(emulator.url, shownAddress));
  return file;
}

/** Raises a threshold, adds a destination and deletes an alert, as someone did at night. */
async function changeByHand({ url, token }: ServiceEmulator): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v2/config/alerts${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
    return (method === "GET" ? await response.json() : {}) as Record<string, unknown>;
  };
  const { data } = (await call("GET", "")) as { data: { id: number; name: string }[] };
  const find = (name: string) => {
    const alert = data.find((candidate) => candidate.name.startsWith(name));
    if (alert === undefined) throw new Error(`The shop has no alert ${name}.`);
    return alert;
  };
  const connections = `/${find("Connections").id}/config`;
  await call("PUT", connections, { ...(await call("GET", connections)), trigger: 5000, reset: 4000 });
  const swap = find("Swap");
  await call("PUT", `/${swap.id}`, { ...swap, destinations: [1, 3] });
  await call("DELETE", `/${find("Deployments").id}`);
}
