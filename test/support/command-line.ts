/** Parses a command line in this process, for usage errors and help, whose commands do not run. It takes milliseconds, and a process 300. */
import { runCommandLine } from "../../src/cli/program";
import { type Run } from "./command";

export async function parseCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const lines: Record<"out" | "err", string[]> = { out: [], err: [] };
  const uncolored = (text: string) => text;
  const code = await runCommandLine({
    env,
    args,
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
    color: { out: uncolored, err: uncolored },
    columns: undefined,
    setStatus: undefined,
    setWait: undefined,
    confirm: undefined,
    prompt: undefined,
    runBlocking: (work) => work(),
    signal: new AbortController().signal,
  });
  const printed = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
  return { code, stdout: printed(lines.out), stderr: printed(lines.err) };
}
