/** One round of a drill: one temporary alert, one event with a code, and the evidence of each destination. */
import { ServiceError, type WebhookReceiver } from "../../../client";
import { errorOf, formatCount, type Problem, ProblemError, quote } from "../../../diagnostics";
import {
  createEvent,
  findTemporaryAlerts,
  type TemporaryAlert,
  type TemporaryName,
  waitForPropagation,
  withTemporaryAlert,
} from "../../../engine";
import { type AlertPolicy, type Destination, formatTimestamp } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type OpenSession } from "../../inputs/session";
import { askForCode, type Evidence, notAsked, since } from "./codes";
import { type DrilledDestination } from "./document";
import { createCode, formatMessage } from "./message";
import { destinationName, type DrillFlags, entryOf } from "./result";

interface Drill {
  readonly context: CliContext;
  readonly flags: DrillFlags;
  readonly open: OpenSession;
  readonly policy: AlertPolicy;
  readonly receiver: WebhookReceiver | undefined;
  readonly webhooks: readonly Destination[];
  /** The destinations of all rounds, by their codes. */
  readonly codes: Map<string, string>;
}

/** A younger alert of a drill may be in use. */
const maxDrillMs = 15 * 60_000;

const annotations = "Temporary alert of a fire drill of dbmon, which deletes it in the end.";

/** @throws ProblemError Then the alert is removed, like in the end */
export async function runRound(
  drill: Drill,
  group: readonly Destination[],
  temporary: TemporaryName,
): Promise<DrilledDestination[]> {
  const { context, flags, open, policy, codes } = drill;
  const { session } = open;
  const { key, category } = temporary;
  const code = createCode();
  const names = group.map(destinationName);
  codes.set(code, names.join(", "));
  const settings = { annotations, policy: policy.id, destinations: group.map(({ id }) => id) };
  return withTemporaryAlert(session, temporary, settings, async (id) => {
    await waitForPropagation(session, context.signal).catch(() => undefined);
    // Reports an interrupt.
    await session.run.sleep(0);
    session.live.invalidate();
    // Of drills that started at once, all see the alerts of all now. The first continues.
    refuseWhileRunning(await findTemporaryAlerts(session, id), session.serviceNow());
    const before = await session.client.listDestinations(session.run.signal);
    requireExisting(group, before);
    const { reason = "to prove that these destinations deliver" } = flags;
    const message = formatMessage({ key, code, names }, starterOf(context.env), reason);
    const sentAt = Date.now();
    await createEvent(session, { start: Math.floor(sentAt / 1000), type: category, message }, context.signal);
    context.err(`Created the event ${category}.`);
    const evidence = await collect(drill, group, code, sentAt);
    const after = await session.client.listDestinations(session.run.signal).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      return [];
    });
    return group.map((one, index) => ({
      ...entryOf(one),
      drill: key,
      ...(evidence[index] ?? notAsked(sentAt)),
      before: shownIn(before, one),
      after: shownIn(after, one),
    }));
  });
}

/** @param now Unix milliseconds */
export function refuseWhileRunning(found: readonly TemporaryAlert[], now: number): void {
  const problems = found
    .filter(({ createdAt }) => now - createdAt < maxDrillMs)
    .map(({ alert: { id, name } }): Problem =>
      errorOf(
        "drill-failed",
        `Another drill may be running: its alert (id ${id}) exists, or was deleted within the last minute.`,
        {
          where: { subject: name },
          remedy: "Wait until it has ended. If it was killed, delete its alert with dbmon drill --clean.",
        },
      ),
    );
  if (problems.length > 0) throw new ProblemError(problems);
}

function starterOf(env: NodeJS.ProcessEnv): string {
  return env["GITHUB_ACTOR"] ?? env["GITLAB_USER_LOGIN"] ?? env["USER"] ?? env["USERNAME"] ?? "dbmon";
}

function requireExisting(group: readonly Destination[], listed: readonly Destination[]): void {
  const problems = group
    .filter(({ id }) => !listed.some((other) => other.id === id))
    .map((one) =>
      errorOf(
        "drill-failed",
        `The destination ${quote(destinationName(one))} was deleted during the drill. No event was created.`,
        { remedy: "Drill again without it." },
      ),
    );
  if (problems.length > 0) throw new ProblemError(problems);
}

function shownIn(listed: readonly Destination[], { id }: Destination) {
  const { status, updated } = listed.find((other) => other.id === id) ?? {};
  return {
    ...(status === undefined ? {} : { status }),
    ...(updated === undefined ? {} : { updated: formatTimestamp(updated * 1000) }),
  };
}

async function collect(
  { context, flags, open, receiver, webhooks, codes }: Drill,
  group: readonly Destination[],
  code: string,
  sentAt: number,
): Promise<Evidence[]> {
  const { run } = open.session;
  const wait = async (purpose: string, milliseconds: number, work: () => Promise<unknown>) => {
    context.err(`Waiting up to ${Math.ceil(milliseconds / 1000)} s ${purpose}.`);
    await work();
    // Reports an interrupt.
    await run.sleep(0);
  };
  const webhook = group.find((one) => webhooks.includes(one));
  let received: Evidence | undefined;
  if (receiver !== undefined && webhook !== undefined) {
    const { timeout = (2 * run.propagationWindowMs) / 1000, secretFrom } = flags;
    await wait(`for the webhook of ${quote(destinationName(webhook))}`, timeout * 1000, async () => {
      const found = await receiver.waitFor(code, timeout * 1000, context.signal);
      received = webhookEvidence(found, { timeout, secretFrom, sentAt });
    });
  } else if (context.prompt === undefined) {
    const ms = run.propagationWindowMs;
    await wait("for the service to notify the destinations", ms, () => run.sleep(ms));
  }
  const evidence: Evidence[] = [];
  let isAsking = true;
  for (const one of group) {
    if (one === webhook && received !== undefined) {
      evidence.push(received);
      continue;
    }
    const answer: Evidence | undefined = isAsking
      ? await askForCode(context, destinationName(one), { code, codes, sentAt })
      : undefined;
    // An interrupt ends the questions, and not the report.
    isAsking = answer !== undefined;
    evidence.push(answer ?? notAsked(sentAt));
  }
  return evidence;
}

function webhookEvidence(
  found: Awaited<ReturnType<WebhookReceiver["waitFor"]>>,
  {
    timeout,
    secretFrom = "",
    sentAt,
  }: { readonly timeout: number; readonly secretFrom: string | undefined; readonly sentAt: number },
): Evidence {
  if (found === undefined)
    return { result: "not confirmed", detail: `sent no webhook within ${formatCount(timeout, "second")}` };
  if (found.hasValidSignature === false) {
    const detail = `sent a webhook whose signature does not match the secret in ${secretFrom}`;
    return { result: "not confirmed", detail };
  }
  const { seconds, text } = since(sentAt, found.at);
  const signature = found.hasValidSignature === true ? "valid signature" : "signature not checked";
  return { result: "delivered", how: "webhook", seconds, detail: `by webhook after ${text}, ${signature}` };
}
