/** The commit in the current folder: what a deployment from CI brings out. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ProblemError } from "../../diagnostics";

export interface GitCommit {
  readonly shortId: string;
  /** First line of its message. */
  readonly subject: string;
  /** When it was committed, in Unix seconds. */
  readonly time: number;
}

/** Settings of a user may not add to what is read. */
const question = [
  ...["-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "-1", "--no-color", "--no-patch", "--format=%h%x00%ct%x00%s", "HEAD", "--"],
];

/** @throws ProblemError where git cannot tell */
export async function readGitCommit(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<GitCommit> {
  const answer = await promisify(execFile)("git", question, {
    env: { ...environment, LC_ALL: "C" },
    signal,
  }).catch((error: unknown) => {
    throw noCommit(error);
  });
  const [shortId = "", time = "", subject = ""] = answer.stdout.trimEnd().split("\0");
  if (shortId === "" || !/^\d+$/.test(time)) throw noCommit(undefined);
  return { shortId, subject, time: Number(time) };
}

function noCommit(error: unknown): ProblemError {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  const said =
    error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n")[0] : undefined;
  const reason = isMissing ? "there is no git on the PATH" : (said ?? "").replace(/^fatal: /, "");
  return ProblemError.of(
    `--from-git cannot read the commit in the current folder${reason === "" ? "" : `: ${reason}`}.`,
    { remedy: "Run in a checkout, with git on the PATH, or give --message instead." },
    { cause: error },
  );
}
