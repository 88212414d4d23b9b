/** Runs a command of the demo. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { npmCall } from "../../platform";
import { isExecutable } from "../shared/distribution";
import { type DemoCommand } from "./project";

export interface ProgramRun {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly onLine: ((line: string) => void) | undefined;
}

/** Waits for the program also after an interrupt, which it gets too, so that nothing of it is left. */
export async function runProgramOfDemo(
  [program, ...args]: DemoCommand,
  { folder, environment, signal, onLine }: ProgramRun,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const [file = "", ...first] = programFiles(program);
  const shell = program === "npm" && npmCall("npm", [], process.platform).shell;
  // `terraform show -json` prints the plan, which dbmon reads from a file.
  const output = args[0] === "show" ? openSync(join(folder, "plan.json"), "w") : "pipe";
  try {
    const child = spawn(file, [...first, ...args], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", output, "pipe"],
      shell,
    });
    const interrupt = () => {
      child.kill("SIGINT");
    };
    signal.addEventListener("abort", interrupt);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null)
        createInterface({ input: stream }).on("line", (line) => {
          lines.push(line);
          onLine?.(line);
        });
    const [code] = (await once(child, "close")) as [number | null];
    signal.removeEventListener("abort", interrupt);
    return { code, lines };
  } finally {
    if (typeof output === "number") closeSync(output);
  }
}

function programFiles(program: string): readonly string[] {
  if (program === "node") return [process.execPath];
  if (program !== "dbmon") return [program];
  return isExecutable ? [process.execPath] : [process.execPath, join(__dirname, "..", "main.js")];
}
