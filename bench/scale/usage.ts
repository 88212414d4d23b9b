/**
 * Preloaded into measured processes. At their exit, it appends their CPU time and peak memory to the file in BENCH_USAGE_FILE, as one line
 * of JSON. This way a provider that terraform starts is measured too.
 */
import { appendFileSync, readFileSync } from "node:fs";

export interface Usage {
  readonly cpuMs: number;
  readonly maxBytes: number;
}

/** The max of `resourceUsage` includes the process that started this one. `VmHWM` of Linux does not. */
function peakMemory(): number {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

process.once("exit", () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMs: (user + system) / 1000, maxBytes: peakMemory() };
  appendFileSync(process.env["BENCH_USAGE_FILE"] ?? "", `${JSON.stringify(usage)}\n`);
});
