/** `dbmon event create`: creates one event, exactly once. */
import { ProblemError, quote, toSafeLine } from "../../diagnostics";
import { createEvent } from "../../engine";
import { type AlertLevel, type NewEvent } from "../../service";
import {
  type EnvironmentCommand,
  readCommand,
  type Result,
} from "../shared/environments/environment-command";
import { type CliContext, exitCodes } from "../shared/context";
import { type EnvironmentFlags } from "../shared/environments/flags";
import { type GitCommit, readGitCommit } from "./git-commit";
import { resolveExistingHostId } from "../shared/service/hosts";
import { formatTime } from "../shared/service/times";
import { withSession } from "../shared/service/session";

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
  const commit = flags.fromGit === true ? await readGitCommit(context.env, context.signal) : undefined;
  const message = flags.message ?? (commit && `${commit.shortId} ${commit.subject}`.trim());
  if (message === undefined) {
    throw ProblemError.of("The event has no message.", { remedy: "Set --message or --from-git." });
  }
  return withSession(context, { eventsOnly: true }, async ({ session, beginWriting, baseUrl }) => {
    const host = flags.host === undefined ? undefined : await resolveExistingHostId(session, flags.host);
    const { type, duration = 0, level = "info" } = flags;
    const start = startOf(flags, commit, Math.floor(session.run.clock.now() / 1000));
    const event: NewEvent = { start, type, message, host, duration, level };
    beginWriting();
    const uuid = await createEvent(session, event, context.signal);
    const id = uuid === undefined ? "" : ` ${toSafeLine(uuid)}`;
    if (flags.json !== true)
      context.out(`Created event${id}: ${quote(type)} at ${formatTime(start) ?? ""}, ${quote(message)}`);
    const document = { ...event, start: formatTime(start), host: host ?? null, uuid: uuid ?? null };
    return { code: exitCodes.done, document: { version: 1, base_url: baseUrl, event: document } };
  });
}

/** Prefers --start to the commit's time. The API requires an absolute time (EVENT-1). */
function startOf({ start }: EventFlags, commit: GitCommit | undefined, now: number): number {
  if (start === undefined) return commit?.time ?? now;
  const absolute = start > 0 ? start : now + start;
  if (absolute > 0) return absolute;
  throw ProblemError.of("The event would start before 1970.", { remedy: "Set a later --start." });
}
