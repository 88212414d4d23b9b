/** Runs the `dbmon` command as a child process, with its own folder and environment variables. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type EmulatorOptions, ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "./emulator";
import { dbmonCommand } from "./programs";

export const token = "s3cr3t-api-token";

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  /** Environment variables of the child process, besides PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The current folder of the child process, in the folder of the bench. Default: that folder. */
  readonly cwd?: string;
  /** Called on new output with the complete stdout so far. */
  readonly onOutput?: (stdout: string, process: ChildProcess) => void;
  /** Called on new output with the complete stderr so far. */
  readonly onError?: (stderr: string, process: ChildProcess) => void;
}

export function commandBench() {
  const closers: (() => Promise<void> | void)[] = [];
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dbmon-cli-test-"));
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    /** @returns the file name, for use as an argument */
    write(name: string, text: string): string {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      return name;
    },
    async emulator(options: EmulatorOptions = {}): Promise<ServiceEmulator> {
      const emulator = await ServiceEmulator.start({ seed: shopSeed(), token, ...options });
      closers.push(() => emulator.stop());
      return emulator;
    },
    onClose(close: () => Promise<void> | void): void {
      closers.push(close);
    },
    /** Runs the command to its end. Expects no stack trace and no token in its output. */
    async dbmon(
      args: readonly string[],
      { environment = {}, cwd = ".", onOutput, onError }: CommandOptions = {},
    ): Promise<Run> {
      const child = spawn(...dbmonCommand(...args), {
        cwd: join(folder, cwd),
        env: { PATH: process.env.PATH, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      closers.push(() => {
        child.kill("SIGKILL");
      });
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        onOutput?.(stdout, child);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
        onError?.(stderr, child);
      });
      const code = await new Promise<number | null>((done) => child.once("close", done));
      expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect(stdout + stderr).not.toContain("has a bug");
      expect(stdout + stderr).not.toContain(token);
      return { code, stdout, stderr };
    },
  };
}

export function environmentOf(emulator: { readonly url: string }): Record<string, string> {
  return { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: token };
}

/** Returns the text with one space between the columns of each line. */
export function unaligned(text: string): string {
  return text.replace(/(?<=\S) {2,}(?=\S)/g, " ");
}

/** Returns the write requests, oldest first: `POST /alerts`. */
export function writesTo(emulator: ServiceEmulator): string[] {
  return emulator.requests
    .list()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace("/api/v2/config", "")}`);
}

export const cpuHigh = `
  - name: CPU high
    policy: 2
    destinations: [On-call PagerDuty, 1]
    host_types: [mysql]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 0.9, duration: 2, reset: 0.8 }
`;

export const deployed = `
  - name: Deployed
    policy: 1
    hosts: [db-1.shop.example]
    event:
      categories: [deploy]
`;

export const alerts = (...strings: string[]) => `alerts:${strings.join("")}`;
