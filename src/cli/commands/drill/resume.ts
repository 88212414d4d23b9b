/** `dbmon drill --resume`: checks codes against the event of an earlier drill, which is all that is known of it. */
import {
  formatCount,
  hintForFewNames,
  isError,
  type Problem,
  ProblemError,
  quote,
} from "../../../diagnostics";
import { temporaryCategory } from "../../../engine";
import { readEvents } from "../../../planning";
import { type ServiceEvent } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type Prepared } from "../../framework/environment-command";
import { type OpenSession } from "../../inputs/session";
import { askForCode, type Evidence, judgeCode } from "./codes";
import { type DrillMessage, parseMessage } from "./message";
import { type DrillFlags, drillResult, resumeNotes } from "./result";

/** An older event is not found. */
const maxAgeDays = 30;
const maxAgeSeconds = maxAgeDays * 86_400;

interface PastDrill extends DrillMessage {
  /** When its event was created, in Unix milliseconds. */
  readonly sentAt: number;
}

export async function resumeDrill(
  context: CliContext,
  flags: DrillFlags,
  open: OpenSession,
  key: string,
): Promise<Prepared> {
  const { code, names, sentAt } = await readPastDrill(open, key);
  const typed = readCodes(flags.confirm ?? [], names);
  const expected = { code, codes: new Map<string, string>(), sentAt };
  const destinations: ({ readonly name: string; readonly drill: string } & Evidence)[] = [];
  for (const name of names) {
    const given = typed.get(name);
    const answer =
      given === undefined ? await askForCode(context, name, expected) : judgeCode(given, expected);
    const notAsked = { result: "not asked", detail: "has no code yet" } as const;
    destinations.push({ name, drill: key, ...(answer ?? notAsked) });
  }
  return { result: drillResult(context, flags, open, { destinations, notes: resumeNotes(destinations) }) };
}

async function readPastDrill({ session }: OpenSession, key: string): Promise<PastDrill> {
  const category = temporaryCategory(key);
  const now = Math.floor(session.run.clock.now() / 1000);
  const found: ServiceEvent[] = [];
  // The clocks of the machines may differ.
  const period = { from: now - maxAgeSeconds, until: now + 3600 };
  const { completeness } = await readEvents(session, period, (events) => {
    found.push(...events.filter(({ type }) => type === category));
  });
  if (completeness.status === "failed") throw new ProblemError(completeness.problems.filter(isError));
  const [event, ...others] = found;
  const message = event && parseMessage(event.message);
  if (event !== undefined && message?.key === key && others.length === 0)
    return { ...message, sentAt: event.start * 1000 };
  const count = formatCount(found.length, "event");
  const mismatch = event === undefined ? "" : ", and not the one event of a drill";
  throw ProblemError.of(
    `The service lists ${count} of the category ${category} in the last ${maxAgeDays} days${mismatch}.`,
    { remedy: "Check the ID and the environment, or drill again." },
  );
}

/** @param values NAME=CODE @returns the codes by name */
function readCodes(values: readonly string[], names: readonly string[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const problems: Problem[] = [];
  for (const text of values) {
    const end = text.lastIndexOf("=");
    const name = text.slice(0, Math.max(0, end));
    if (end > 0 && names.includes(name)) codes.set(name, text.slice(end + 1));
    else if (end > 0)
      problems.push({
        severity: "error",
        what: `The drill has no destination ${quote(name)}.`,
        remedy: hintForFewNames(name, names),
      });
    else
      problems.push({
        severity: "error",
        what: `--confirm ${quote(text)} is not NAME=CODE.`,
        remedy: "Write the name of the destination, = and the code that it received.",
      });
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return codes;
}
