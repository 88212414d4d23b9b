/** Parses a command line in this process, for usage errors and help, whose commands do not run. It takes milliseconds, and a process 300. */
import { type CliContext } from "../../src/cli/framework/context";
import { runCommandLine } from "../../src/cli/program";
import { type Run } from "./command";

const uncolored = (text: string) => text;

/** The context of a process without a terminal, whose output is dropped. */
export const quietContext: CliContext = {
  env: {},
  args: [],
  command: "",
  out: () => undefined,
  err: () => undefined,
  color: { out: uncolored, err: uncolored },
  columns: undefined,
  setStatus: undefined,
  setWait: undefined,
  prompt: undefined,
  runBlocking: (work) => work(),
  signal: new AbortController().signal,
};

export async function parseCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const lines: Record<"out" | "err", string[]> = { out: [], err: [] };
  const code = await runCommandLine({
    ...quietContext,
    env,
    args,
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
  });
  const printed = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
  return { code, stdout: printed(lines.out), stderr: printed(lines.err) };
}
