/** `dbmon drill --resume`: checks codes against the event of an earlier drill, which is all that is known of it. */
import { formatCount, hintForFewNames, isError, ProblemError, quote } from "../../../diagnostics";
import { temporaryCategory } from "../../../engine";
import { type DrillAnswer } from "../../../pipelines";
import { readEvents } from "../../../planning";
import { type ServiceEvent } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type Prepared } from "../../framework/environment-command";
import { type OpenSession } from "../../inputs/session";
import { askForCode, type Evidence, judgeCode, notAsked } from "./codes";
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
  const given = [...readCodes(flags.confirm ?? [], names), ...(flags.answers ?? [])];
  const expected = { code, codes: new Map<string, string>(), sentAt };
  const destinations: ({ readonly name: string; readonly drill: string } & Evidence)[] = [];
  for (const name of names) {
    const judged = given
      .filter((one) => one.name === name)
      .map((one) => judgeCode(one.code, expected, one.by));
    const best = judged.find(({ result }) => result === "delivered") ?? judged.at(-1);
    const answer = best ?? (await askForCode(context, name, expected)) ?? notAsked(sentAt);
    destinations.push({ name, drill: key, ...answer });
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
  const what = `The service lists ${count} of the category ${category} in the last ${maxAgeDays} days${mismatch}.`;
  throw ProblemError.of("not-found", what, {
    remedy: "Check the ID and the environment, or drill again.",
  });
}

function readCodes(values: readonly string[], names: readonly string[]): DrillAnswer[] {
  const refuse = (what: string, remedy: string): never => {
    throw ProblemError.of("usage", what, { remedy });
  };
  return values.map((value) => {
    const [, name = "", code = ""] = /^(.+)=(.*)$/s.exec(value) ?? [];
    if (name === "") refuse(`--confirm ${quote(value)} is not NAME=CODE.`, "Write it as shown.");
    if (!names.includes(name))
      refuse(`The drill has no destination ${quote(name)}.`, hintForFewNames(name, names));
    return { name, code };
  });
}
