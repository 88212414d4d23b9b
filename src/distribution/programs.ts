/** Other programs: finds and starts them, and formats commands for a shell. */
import { execFile, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { errorCode, errorMessage, toSafeLine } from "../diagnostics";
import { canInterruptPrograms, executableFile, quoteWord } from "../platform";

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Variables of the program besides those of the command. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly shell?: boolean;
  /** In milliseconds. */
  readonly timeout?: number;
}

export interface VisibleOptions extends Pick<SpawnOptions, "cwd" | "env" | "shell" | "detached"> {
  readonly signal: AbortSignal;
  readonly onLine?: ((line: string) => void) | undefined;
  /** A file for stdout, whose lines are then not read. */
  readonly output?: number | "pipe";
}

/** Starts a program, which does not receive the tokens of the service. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env, variables, ...options }: ProgramOptions,
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    ...options,
    env: { ...withoutTokens(env), ...variables },
  });
  return stdout;
}

/** Runs a program whose lines are shown. An interrupt is passed on, and the program ends before this returns. @throws Error if it does not start */
export async function runVisibly(
  program: string,
  args: readonly string[],
  { signal, onLine, output = "pipe", ...options }: VisibleOptions,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", output, "pipe"] });
  const interrupt = () => {
    if (canInterruptPrograms(process.platform)) child.kill("SIGINT");
  };
  signal.addEventListener("abort", interrupt);
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    if (input !== null)
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        onLine?.(line);
      });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return { code, lines };
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/** Runs git in the current folder, for at most 30 seconds. @throws Error with the first line of what git reports */
export async function runGit(
  args: readonly string[],
  { env, signal }: Pick<ProgramOptions, "env" | "signal">,
): Promise<string> {
  try {
    const options = { env, variables: { LC_ALL: "C" }, timeout: 30_000, ...(signal && { signal }) };
    return await runProgram("git", args, options);
  } catch (error) {
    const [line = ""] =
      error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n") : [];
    const reason = errorCode(error) === "ENOENT" ? "git is not on the PATH" : line.replace(/^fatal: /, "");
    throw new Error(reason === "" ? errorMessage(error) : reason, { cause: error });
  }
}

function withoutTokens(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // The configuration of environments can name other variables. Names of variables have no case on Windows.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/TOKEN/i.test(name)));
}

/** Hidden characters are shown as escapes, which no shell reads. */
export function quoteForShell(text: string): string {
  return quoteWord(toSafeLine(text), process.platform);
}

/** Prefixes paths that start with a dash, which would be parsed as options. */
export function quotePathForShell(path: string): string {
  return quoteForShell(path.startsWith("-") ? `./${path}` : path);
}

/** Formats the current command with one more option. */
export function rerunCommand(option: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const [command = "", ...rest] = args;
  // After --, the option would be parsed as a source.
  const words = rest.includes("--") ? [command, option, ...rest] : [command, ...rest, option];
  return [...commandWords(env), ...words.map(quoteForShell)].join(" ");
}

/** Returns the words that start `dbmon` for the user, who has it on the PATH unless npm started it: by npx, or in a script. */
export function commandWords(env: NodeJS.ProcessEnv): readonly string[] {
  // Outside of a project, npx would download someone else's package named dbmon.
  return env["npm_command"] === undefined ? ["dbmon"] : ["npx", "dbmon-iac"];
}

/** The program in TERRAFORM_BINARY_NAME, which cdktf reads too, or else terraform or tofu. */
export function findTerraform(env: NodeJS.ProcessEnv): string | undefined {
  const names = [env["TERRAFORM_BINARY_NAME"] || ["terraform", "tofu"]].flat();
  return names.find((name) => isOnPath(name, env));
}

export function isOnPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return findOnPath(program, env) !== undefined;
}

export function findOnPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  if (basename(program) !== program) return isExecutable(program) ? program : undefined;
  const file = executableFile(program, process.platform);
  const paths = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, file));
  return paths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
