/** `dbmon event create`: creates one event, exactly once. */
import { errorMessage, ProblemError, quote, toSafeLine } from "../../../diagnostics";
import { runGit } from "../../../distribution";
import { createEvent } from "../../../engine";
import { writeOrigin } from "../../../plan-document";
import { originLines } from "../../../reports";
import { type AlertLevel, type NewEvent } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand, type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { resolveAll } from "../../inputs/references";
import { type OpenSession, withSession } from "../../inputs/session";
import { formatTime } from "../../inputs/times";

export interface EventFlags extends EnvironmentFlags {
  readonly type: string;
  readonly message?: string;
  readonly start?: number;
  readonly host?: string;
  /** In seconds. */
  readonly duration?: number;
  readonly level?: AlertLevel;
  readonly fromGit?: boolean;
  readonly json?: true;
}

export function eventCommand(flags: EventFlags): EnvironmentCommand {
  return readCommand((context) => create(context, flags));
}

async function create(context: CliContext, flags: EventFlags): Promise<Result> {
  const commit = flags.fromGit === true ? await readGitCommit(context) : undefined;
  const message = flags.message ?? (commit && `${commit.shortId} ${commit.subject}`.trim());
  if (message === undefined) {
    throw ProblemError.of("usage", "The event has no message.", { remedy: "Set --message or --from-git." });
  }
  const work = async ({ session, beginWriting, origin }: OpenSession) => {
    const [host] =
      flags.host === undefined ? [] : resolveAll("host", await session.catalog.hosts(), [flags.host]);
    const { type, duration = 0, level = "info" } = flags;
    const start = startOf(flags, commit?.time, Math.floor(session.run.clock.now() / 1000));
    const event: NewEvent = { start, type, message, host, duration, level };
    beginWriting();
    const uuid = await createEvent(session, event, context.signal);
    const id = uuid === undefined ? "" : ` ${toSafeLine(uuid)}`;
    if (flags.json !== true) {
      context.out(`Created event${id}: ${quote(type)} at ${formatTime(start) ?? ""}, ${quote(message)}`);
      originLines(origin).forEach(context.out);
    }
    const document = { ...event, start: formatTime(start), host: host ?? null, uuid: uuid ?? null };
    return { code: exitCodes.done, document: { ...writeOrigin(origin), event: document } };
  };
  return withSession(context, work, { eventsOnly: true });
}

/** Prefers --start to the commit's time. The API requires an absolute time (EVENT-1). */
function startOf({ start }: EventFlags, commitTime: number | undefined, now: number): number {
  if (start === undefined) return commitTime ?? now;
  const absolute = start > 0 ? start : now + start;
  if (absolute > 0) return absolute;
  throw ProblemError.of("usage", "The event would start before 1970.", { remedy: "Set a later --start." });
}

/** The -c options prevent user settings from changing the output. */
const logArguments = [
  ...["-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "-1", "--no-color", "--no-patch", "--format=%h%x00%ct%x00%s", "HEAD", "--"],
];

async function readGitCommit(context: CliContext) {
  const fail = (cause: unknown) => {
    const what = `--from-git cannot read the commit in the current folder: ${errorMessage(cause)}.`;
    const remedy = "Run the command in a git checkout with git on the PATH, or set --message instead.";
    return ProblemError.of("usage", what, { remedy }, { cause });
  };
  const stdout = await runGit(logArguments, context).catch((error: unknown) => {
    throw fail(error);
  });
  const [shortId = "", time = "", subject = ""] = stdout.trimEnd().split("\0");
  if (shortId === "" || !/^\d+$/.test(time)) throw fail(new Error("git log printed something else"));
  return { shortId, subject, time: Number(time) };
}
