/** `dbmon drill`: shows what a fire drill does, asks, and notifies destinations by a temporary alert. */
import { WebhookReceiver } from "../../../client";
import { formatCount, type Problem, ProblemError, quote, Secret } from "../../../diagnostics";
import {
  createTemporaryName,
  findTemporaryAlerts,
  removeTemporaryAlert,
  type TemporaryAlert,
  type TemporaryName,
} from "../../../engine";
import { formatOrigin } from "../../../plan-document";
import { type AlertPolicy, type Destination } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, type Prepared } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { resolveAll } from "../../inputs/references";
import { hashHeldObjects } from "../../inputs/saved-plan";
import { type OpenSession, prepareInSession, resolveContextConnection } from "../../inputs/session";
import { problemsOf } from "../../terminal/output";
import { type DrilledDestination, type Leftover } from "./document";
import { destinationName, type DrillFlags, drillResult, entryOf, resumeNotes } from "./result";
import { resumeDrill } from "./resume";
import { refuseWhileRunning, runRound } from "./round";

export function drillCommand(references: readonly string[], flags: DrillFlags): EnvironmentCommand {
  const { all, clean, confirm, listen, resume, secretFrom, timeout } = flags;
  const refuse = (what: string, remedy: string): never => {
    throw ProblemError.of("usage", what, { remedy });
  };
  const selections = [references.length > 0, all, clean, resume !== undefined].filter(Boolean).length;
  if (selections !== 1)
    refuse(
      "A drill needs destinations.",
      "Name them, or set one of --all, --resume and --clean instead of names.",
    );
  if (confirm !== undefined && resume === undefined)
    refuse("--confirm needs the ID of the drill.", "Add --resume with it.");
  if (listen === undefined && (secretFrom ?? timeout) !== undefined)
    refuse("--secret-from and --timeout belong to --listen.", "Add --listen, or remove them.");
  const prepare = async (context: CliContext) => {
    await refuseUntrusted(context.env);
    const work = (open: OpenSession) => {
      if (resume !== undefined) return resumeDrill(context, flags, open, resume);
      return clean === true
        ? prepareCleaning(context, flags, open)
        : prepareDrill(context, flags, open, references);
    };
    return prepareInSession(context, work, { window: flags.window, signal: context.signal });
  };
  return { title: "Drill", prepare };
}

/** @throws ProblemError in a job of GitHub or GitLab whose event is not trusted, because its code could be that of anybody */
async function refuseUntrusted(env: NodeJS.ProcessEnv): Promise<void> {
  const { GITHUB_ACTIONS: github, GITLAB_CI: gitlab } = env;
  if (github !== "true" && gitlab !== "true") return;
  const { readGithubEvent, readGitlabEvent } = await import("../../../pipelines/index.js");
  const event = github === "true" ? readGithubEvent(env) : readGitlabEvent(env);
  if (event.untrusted === undefined) return;
  throw ProblemError.of("drill-failed", `A drill does not run here: ${event.untrusted}.`, {
    remedy: "Run it in a trusted job, for example in a scheduled one.",
  });
}

async function prepareCleaning(context: CliContext, flags: DrillFlags, open: OpenSession): Promise<Prepared> {
  const found = await findTemporaryAlerts(open.session);
  const result = drillResult(context, flags, open, { leftovers: found.map(toDelete) });
  if (found.length === 0) return { result };
  const question = `Delete ${formatCount(found.length, "alert")} from ${formatOrigin(open.origin)}?`;
  return {
    result,
    changes: {
      origin: open.origin,
      report: result.report,
      question,
      shown: [found.map(({ alert }) => alert), await heldForDigest(context, flags, open)],
      purpose: "delete the alerts",
      execute: async () =>
        drillResult(context, flags, open, { leftovers: await removeLeftovers(open, found) }),
    },
  };
}

function toDelete({ alert: { id, name } }: TemporaryAlert): Leftover {
  return { name, id, result: "to delete", detail: `(id ${id})` };
}

async function removeLeftovers(
  { session, beginWriting }: OpenSession,
  found: readonly TemporaryAlert[],
): Promise<Leftover[]> {
  beginWriting();
  const removed: Leftover[] = [];
  for (const one of found) {
    const isDeleted = await removeTemporaryAlert(session, one);
    removed.push({
      ...toDelete(one),
      ...(isDeleted ? { result: "deleted" } : { result: "kept", detail: "was changed or deleted before" }),
    });
  }
  return removed;
}

async function prepareDrill(
  context: CliContext,
  flags: DrillFlags,
  open: OpenSession,
  references: readonly string[],
): Promise<Prepared> {
  const { session, origin } = open;
  await requireAgentToken(context);
  const secret = readSecret(context, flags);
  const found = await findTemporaryAlerts(session);
  const now = session.serviceNow();
  refuseWhileRunning(found, now);
  const destinations = selectDestinations(await session.catalog.destinations(), references);
  const policy = selectPolicy(await session.catalog.policies(), flags.policy);
  const webhooks = flags.listen === undefined ? [] : await findWebhooks(open, destinations, flags);
  const temporary = createTemporaryName(now);
  const planned = destinations.map((one): DrilledDestination => {
    const detail = webhooks.includes(one) ? `(id ${one.id}) by webhook` : `(id ${one.id})`;
    return { name: destinationName(one), id: one.id, result: "planned", detail };
  });
  const notes = previewNotes(flags, temporary, policy, session.run.propagationWindowMs);
  const preview = { destinations: planned, leftovers: found.map(toDelete), notes };
  const result = drillResult(context, flags, open, preview);
  const question = `Notify ${formatCount(destinations.length, "destination")} of ${formatOrigin(origin)}?`;
  const execute = async () => {
    open.beginWriting();
    const receiver = flags.listen && (await WebhookReceiver.start({ ...flags.listen, secret }));
    try {
      const leftovers = await removeLeftovers(open, found);
      const rounds = flags.separate === true ? destinations.map((one) => [one]) : [destinations];
      const round = { context, flags, open, policy, receiver, webhooks, codes: new Map<string, string>() };
      const drilled: DrilledDestination[] = [];
      const problems: Problem[] = [];
      let isEnded = false;
      for (const [index, group] of rounds.entries()) {
        const notDrilled = group.map((one) => ({ ...entryOf(one), detail: "was not drilled" }));
        const name = index === 0 ? temporary : createTemporaryName(session.serviceNow());
        try {
          drilled.push(...(isEnded ? notDrilled : await runRound(round, group, name)));
        } catch (error) {
          // The results of earlier rounds are still true.
          if (index === 0 || !(error instanceof ProblemError)) throw error;
          problems.push(...problemsOf(error));
          drilled.push(...notDrilled);
        }
        // On a terminal, only a person who ends the questions is not asked.
        isEnded ||= problems.length > 0;
        isEnded ||= context.prompt !== undefined && drilled.some(({ result }) => result === "not asked");
      }
      return drillResult(context, flags, open, {
        destinations: drilled,
        leftovers,
        notes: resumeNotes(drilled),
        problems,
      });
    } finally {
      receiver?.close();
    }
  };
  // The notes name a new alert each time.
  const shown = [
    ...[planned, preview.leftovers, policy, flags.separate, flags.reason, flags.listen],
    await heldForDigest(context, flags, open),
  ];
  return {
    result: { ...result, code: exitCodes.notConfirmed },
    changes: {
      origin,
      report: result.report,
      question,
      shown,
      purpose: "drill",
      execute,
    },
  };
}

/** What recognizes the environment. Undefined if no digest confirms the changes, because the lists take calls. */
async function heldForDigest(
  { prompt }: CliContext,
  { yes, digest }: DrillFlags,
  { session }: OpenSession,
): Promise<readonly string[] | undefined> {
  const isUnneeded = yes === true || (prompt !== undefined && digest === undefined);
  return isUnneeded ? undefined : hashHeldObjects(session);
}

function previewNotes(
  { separate }: DrillFlags,
  { name, category }: TemporaryName,
  policy: AlertPolicy,
  windowMs: number,
): string[] {
  const each = separate === true ? "For each destination, one after another: creates" : "Creates";
  const such = separate === true ? "such as " : "";
  return [
    `${each} one temporary alert, ${such}${quote(name)}, on the category ${category} with the policy ${describePolicy(policy)}, and deletes it in the end.`,
    `After ${Math.ceil(windowMs / 1000)} s, creates one global event of this category. It stays in the service, because events cannot be deleted.`,
  ];
}

function describePolicy({ id, name }: AlertPolicy): string {
  return name === undefined ? String(id) : quote(name);
}

/** The API token would be refused only after the alert is created. */
async function requireAgentToken(context: CliContext): Promise<void> {
  const resolved = await resolveContextConnection(context);
  if (resolved.ok && resolved.connection.agentToken !== resolved.connection.apiToken) return;
  throw ProblemError.of("token-missing", "No agent token is set, which creates the event of a drill.", {
    remedy:
      "Set DBMON_AGENT_TOKEN, or agent_token of the environment, to the token of an agent that runs in the environment.",
  });
}

function readSecret({ env }: CliContext, { secretFrom: variable }: DrillFlags): Secret | undefined {
  if (variable === undefined) return undefined;
  const value = env[variable] ?? "";
  if (value !== "") return new Secret(value);
  throw ProblemError.of("usage", `The variable ${quote(variable)} of --secret-from is not set.`, {
    remedy: "Set it to the secret of the webhook.",
  });
}

function selectDestinations(
  existing: readonly Destination[],
  references: readonly string[],
): readonly Destination[] {
  if (references.length === 0 && existing.length > 0) return existing;
  if (references.length === 0)
    throw ProblemError.of("drill-failed", "The environment has no destinations.", {
      remedy: "Add one in the service.",
    });
  const ids = resolveAll("destination", existing, references);
  return existing.filter(({ id }) => ids.includes(id));
}

/** Default: the shortest known interval, otherwise the first. */
function selectPolicy(existing: readonly AlertPolicy[], reference: string | undefined): AlertPolicy {
  const ids = reference === undefined ? undefined : resolveAll("policy", existing, [reference]);
  const interval = ({ intervalSeconds = Infinity }: AlertPolicy) => intervalSeconds;
  const [first] = existing
    .filter(({ id }) => ids?.includes(id) ?? true)
    .sort((a, b) => (interval(a) === interval(b) ? 0 : interval(a) - interval(b)));
  if (first !== undefined) return first;
  throw ProblemError.of("drill-failed", "The service lists no policies.", {
    remedy: "Check that the token can read them.",
  });
}

/** The destinations that --listen can receive. A webhook does not name its destination, so a round has at most one. */
async function findWebhooks(
  { session }: OpenSession,
  destinations: readonly Destination[],
  { separate }: DrillFlags,
): Promise<readonly Destination[]> {
  if (destinations.length === 1) return destinations;
  const integrations = await session.catalog.integrations();
  const isWebhook = new Set(
    integrations.filter(({ name = "" }) => /^(generic )?webhook$/i.test(name)).map(({ id }) => id),
  );
  const webhooks = destinations.filter(({ integration = -1 }) => isWebhook.has(integration));
  if (webhooks.length === 1 || (webhooks.length > 1 && separate === true)) return webhooks;
  throw ProblemError.of(
    "drill-failed",
    webhooks.length === 0
      ? "None of the destinations is a webhook."
      : `${webhooks.length} of the destinations are webhooks, and a webhook does not name its destination.`,
    { remedy: webhooks.length === 0 ? "Remove --listen, or name a webhook." : "Add --separate." },
  );
}
