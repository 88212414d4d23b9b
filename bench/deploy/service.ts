/** Runs an emulator in a separate process, sets its latency and counts its calls. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { token } from "./alerts";

export const dbmon = resolve(__dirname, "../../dist/cli/main.js");
/** Folder of the built provider. */
export const dbmonProvider = resolve(__dirname, "../../dist");

export interface Service {
  readonly url: string;
  /** Environment variables with its URL and token. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sets the latency that is added to each call. */
  delay(milliseconds: number): Promise<void>;
  /** Returns the number of calls since the previous count. */
  calls(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts an emulator with one destination and without a propagation window. */
export async function startService(): Promise<Service> {
  const args = ["emulator", "--port", "0", "--seed", "empty", "--propagation", "0", "--token", token];
  const child = spawn(process.execPath, [dbmon, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = line.slice(line.lastIndexOf(" ") + 1);
  const control = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${url}/_emulator/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  };
  await control("POST", "destinations", { name: "mail", integration: 1, config: {} });
  return {
    url,
    environment: { DBMON_BASE_URL: url, DBMON_API_TOKEN: token },
    async delay(milliseconds) {
      await control("DELETE", "faults");
      if (milliseconds > 0) await control("POST", "faults", { latencyMs: milliseconds });
    },
    async calls() {
      const { data } = (await (await control("GET", "requests")).json()) as { data: unknown[] };
      await control("DELETE", "requests");
      return data.length;
    },
    async stop() {
      const ended = once(child, "close");
      child.kill();
      await ended;
    },
  };
}
