/**
 * Preloaded into measured processes. At their exit, it appends their CPU time and peak memory to the file in BENCH_USAGE_FILE, as one line
 * of JSON.
 */
import { appendFileSync } from "node:fs";

export interface Usage {
  readonly cpuMs: number;
  readonly maxBytes: number;
}

/** Sampled, because the max of `resourceUsage` includes the process that started this one. */
let maxBytes = 0;
function sample(): void {
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
}
setInterval(sample, 20).unref();

process.once("exit", () => {
  const { user, system } = process.cpuUsage();
  sample();
  const usage: Usage = { cpuMs: (user + system) / 1000, maxBytes };
  appendFileSync(process.env["BENCH_USAGE_FILE"] ?? "", `${JSON.stringify(usage)}\n`);
});
