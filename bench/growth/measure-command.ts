/** Runs a command as a process in a project folder, against an emulator, and measures its CPU time and its memory. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { ServiceEmulator } from "../../src/emulator";
import { dbmon } from "../deploy/service";
import { type Usage } from "../environments/usage";
import { seedOf, type World } from "./world";

const timeoutMs = 120_000;

/** The preloaded file that measures a process, in the folder. */
export function buildUsage(folder: string): void {
  const usage = join(__dirname, "../environments/usage.ts");
  buildSync({ entryPoints: [usage], outfile: join(folder, "usage.cjs"), bundle: true, platform: "node" });
}

/** @param options with the folder of `buildUsage`, and the exit codes that are no failure */
export async function measureCommand(
  command: string,
  world: World,
  { folder, exitCodes = [0] }: { readonly folder: string; readonly exitCodes?: readonly unknown[] },
): Promise<Usage> {
  const { files = {}, seed, environments = 0 } = world;
  const names = Array.from({ length: environments }, (_, index) => `e${index}`);
  const tokens = Object.fromEntries(names.map((name) => [`token-${name}`, name]));
  const emulator = await ServiceEmulator.start({ seed: seedOf(seed), tokens, propagationSeconds: 0 });
  const project = join(folder, "project");
  const usageFile = join(folder, "usage.json");
  rmSync(usageFile, { force: true });
  try {
    const environment = (name: string) =>
      `  ${name}: { base_url: "${emulator.url}", api_token: { env: DBMON_${name}_TOKEN } }\n`;
    const config = `definitions: [alerts.yaml]\nenvironments:\n${names.map(environment).join("")}`;
    const written = environments === 0 ? files : { ...files, "dbmon.yaml": config };
    for (const [file, content] of Object.entries(written)) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), content);
    }
    mkdirSync(project, { recursive: true });
    const variables =
      environments === 0
        ? { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: emulator.token }
        : Object.fromEntries(names.map((name) => [`DBMON_${name}_TOKEN`, `token-${name}`]));
    const env = {
      PATH: process.env["PATH"],
      BENCH_USAGE_FILE: usageFile,
      NODE_OPTIONS: `--require ${join(folder, "usage.cjs")}`,
      ...variables,
    };
    const options = {
      cwd: project,
      env,
      maxBuffer: 2 ** 30,
      timeout: timeoutMs,
      killSignal: "SIGKILL" as const,
    };
    await new Promise<void>((done, fail) => {
      execFile(process.execPath, [dbmon, ...command.split(" ")], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : (error.code ?? error.signal);
        if (exitCodes.includes(code)) done();
        else fail(new Error(`dbmon ${command} exits with ${code}:\n${(stderr + stdout).slice(0, 2000)}`));
      });
    });
    return JSON.parse(readFileSync(usageFile, "utf8")) as Usage;
  } finally {
    await emulator.stop();
    rmSync(project, { recursive: true, force: true });
  }
}
