/** `dbmon apply` as a process of its own, that can be killed while it runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Scenario } from "./parts";
import { yamlOf } from "./yaml";

const main = resolve(__dirname, "..", "..", "dist", "cli", "main.js");

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stderr: string;
}

/** Begins an apply of the scenario's definitions. */
export function startApply(
  { definitions }: Scenario,
  service: { readonly url: string; readonly token: string },
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-faults-"));
  const file = join(folder, "alerts.yaml");
  writeFileSync(file, `alerts:${definitions.map(yamlOf).join("")}\n`);
  const child = spawn(process.execPath, [main, "apply", "--yes", file], {
    env: { PATH: process.env.PATH, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((done) => {
    child.once("close", (code) => {
      rmSync(folder, { recursive: true, force: true });
      done({ code, stderr });
    });
  });
  return { child, ended };
}
