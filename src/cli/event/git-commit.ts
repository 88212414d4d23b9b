/** Reads the current git commit. */
import { errorCode, ProblemError } from "../../diagnostics";
import { runProgram } from "../shared/process/run-program";

export interface GitCommit {
  readonly shortId: string;
  /** First line of the commit message. */
  readonly subject: string;
  /** Commit time in Unix seconds. */
  readonly time: number;
}

/** The -c options prevent user settings from changing the output. */
const logArguments = [
  ...["-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "-1", "--no-color", "--no-patch", "--format=%h%x00%ct%x00%s", "HEAD", "--"],
];

/** @throws ProblemError */
export async function readGitCommit(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<GitCommit> {
  const stdout = await runProgram("git", logArguments, { env, variables: { LC_ALL: "C" }, signal }).catch(
    (error: unknown) => {
      throw gitError(error);
    },
  );
  const [shortId = "", time = "", subject = ""] = stdout.trimEnd().split("\0");
  if (shortId === "" || !/^\d+$/.test(time)) throw gitError(undefined);
  return { shortId, subject, time: Number(time) };
}

function gitError(error: unknown): ProblemError {
  const reason = failureReason(error);
  return ProblemError.of(
    `--from-git cannot read the commit in the current folder${reason === "" ? "" : `: ${reason}`}.`,
    { remedy: "Run the command in a git checkout with git on the PATH, or set --message instead." },
    { cause: error },
  );
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (errorCode(error) === "ENOENT") return "git is not on the PATH";
  const [firstLine = ""] = "stderr" in error ? String(error.stderr).trim().split("\n") : [];
  return firstLine.replace(/^fatal: /, "");
}
