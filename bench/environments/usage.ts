/**
 * Preloaded into measured processes. At their exit, it appends their CPU time and peak memory to the file in BENCH_USAGE_FILE, as one line
 * of JSON.
 */
import { appendFileSync, readFileSync } from "node:fs";

export interface Usage {
  readonly cpuMs: number;
  readonly maxBytes: number;
}

/** The max of `resourceUsage` includes the process that started this one. */
function maxBytes(): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}

process.once("exit", () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMs: (user + system) / 1000, maxBytes: maxBytes() };
  appendFileSync(process.env["BENCH_USAGE_FILE"] ?? "", `${JSON.stringify(usage)}\n`);
});
