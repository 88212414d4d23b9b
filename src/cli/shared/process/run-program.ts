/** Starts other programs. They do not receive the tokens of the service. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Variables of the program besides those of the command. */
  readonly variables: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly shell?: boolean;
  /** In milliseconds. */
  readonly timeout?: number;
}

/** @returns stdout @throws the error of execFile, with stderr */
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

function withoutTokens(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // The configuration of environments can name other variables. Names of variables have no case on Windows.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/TOKEN/i.test(name)));
}
