/** `dbmon event create`: marks a deployment on the charts, from CI. */
import { type Command } from "commander";
import { ProblemError, quote } from "../../diagnostics";
import { createEvent } from "../../engine";
import { type AlertLevel, type NewEvent } from "../../service";
import { alertLevel, someText, wholeNumber } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { withSession } from "../environment";
import { type GitCommit, readGitCommit } from "../git-commit";
import { existingHost } from "../host-references";
import { jsonText } from "../json-text";
import { timeText, when, whenHelp } from "../times";

interface Flags {
  readonly type: string;
  readonly message?: string;
  readonly start?: number;
  readonly host?: string;
  readonly duration?: number;
  readonly level?: AlertLevel;
  readonly fromGit?: boolean;
  readonly json?: boolean;
}

export function registerEventCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("event")
      .description("mark a point in time, for example a deployment")
      .command("create")
      .description("create an event, exactly once; events can never be deleted")
      .requiredOption("--type <type>", 'category, for example "code deployment"', someText)
      .option("--message <text>", "what happened", someText)
      .option("--start <when>", `when it began, ${whenHelp} (default: now)`, when)
      .option("--host <id|name>", "host that it is about (default: global)", someText)
      .option("--duration <seconds>", "how long it lasted (default: 0)", wholeNumber)
      .option("--level <level>", "info, warn or crit (default: info)", alertLevel)
      .option("--from-git", "take message and start from the commit in the current folder")
      .option("--json", "print the event as JSON"),
    {
      notes: ["The token is that of an agent: DBMON_AGENT_TOKEN, or where it is not set DBMON_API_TOKEN."],
      examples: [
        'dbmon event create --type "code deployment" --message "shop 1.2"',
        'dbmon event create --type "code deployment" --from-git',
      ],
    },
  ).action(async (flags: Flags) => {
    await createCommand(context, flags);
  });
}

async function createCommand(context: CliContext, flags: Flags): Promise<void> {
  const commit =
    flags.fromGit === true ? await readGitCommit(context.environment, context.signal) : undefined;
  const message = flags.message ?? messageOf(commit);
  if (message === undefined) {
    throw ProblemError.of("The event has no message.", { remedy: "Give --message, or --from-git." });
  }
  await withSession(context, { eventsOnly: true }, async ({ session, beginWriting }) => {
    const host = flags.host === undefined ? undefined : await existingHost(session, flags.host);
    const { type, duration = 0, level = "info" } = flags;
    const start = startOf(flags, commit, Math.floor(session.clock.now() / 1000));
    const event: NewEvent = { start, type, message, host, duration, level };
    beginWriting();
    const uuid = await createEvent(session, event, context.signal);
    if (flags.json === true) {
      const document = { ...event, start: timeText(start), host: host ?? null, uuid: uuid ?? null };
      context.out(jsonText({ event: document }));
      return;
    }
    const name = uuid === undefined ? "" : ` ${uuid}`;
    context.out(`Created event${name}: ${quote(type)} at ${timeText(start) ?? ""}, ${quote(message)}`);
  });
}

function messageOf(commit: GitCommit | undefined): string | undefined {
  return commit === undefined ? undefined : `${commit.shortId} ${commit.subject}`.trim();
}

/** What is written down wins over the commit. The service takes a start only as an absolute time (EVENT-1). */
function startOf({ start }: Flags, commit: GitCommit | undefined, now: number): number {
  if (start === undefined) return commit?.time ?? now;
  const absolute = start > 0 ? start : now + start;
  if (absolute > 0) return absolute;
  throw ProblemError.of("The event would start before 1970.", { remedy: "Give a later --start." });
}
