/** Runs the `dbmon` command on a real terminal, created by script(1). */
import { spawn } from "node:child_process";
import { type commandBench, token } from "../support/command";
import { dbmonCommand } from "../support/programs";

interface TerminalOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Width of the terminal. Default: unknown. */
  readonly columns?: number;
  /** Called on new output with the complete output so far. */
  readonly onOutput?: (shown: string, type: (text: string) => void) => void;
}

/** Returns everything written to the terminal, including control characters. */
export async function onTerminal(
  bench: ReturnType<typeof commandBench>,
  args: readonly string[],
  { environment, columns = 0, onOutput }: TerminalOptions,
) {
  const words = dbmonCommand(...args)
    .flat()
    .map((one) => `'${one}'`)
    .join(" ");
  const quoted = `stty columns ${String(columns)}; echo "pid $$"; exec ${words}`;
  const script =
    process.platform === "darwin" ? ["-q", "/dev/null", "sh", "-c", quoted] : ["-qefc", quoted, "/dev/null"];
  const child = spawn("script", script, {
    cwd: bench.folder(),
    env: { PATH: process.env.PATH, TERM: "xterm", ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  bench.onClose(() => {
    child.kill("SIGKILL");
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    onOutput?.(shown, (typed) => child.stdin.write(typed));
  });
  const code = await new Promise<number | null>((done) => child.once("close", done));
  expect(shown).not.toContain(token);
  return { code, shown };
}
