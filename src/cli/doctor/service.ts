/** What the service answers: whether it is there, what the tokens may, how its clock goes, and what the environment holds. */
import {
  type ClientOptions,
  type Connection,
  environmentVariables,
  ForbiddenError,
  NotFoundError,
  ServiceClient,
  UnauthorizedError,
} from "../../client";
import { quote } from "../../diagnostics";
import { openSession, type ProgressListener } from "../../engine";
import { isKnown } from "../../reconcile";
import { pluralize } from "../report/report";
import { type Finding, finding, findingsOf } from "./finding";

/** Seconds. `written_at` and propagation rest on the clock of this machine. */
const largestSkew = 5;
/** No service has given so many alerts an id: deleting this one deletes nothing. */
const nobodysId = 2_147_483_647;
/** Named of a kind; the others are pluralize. */
const mostNamed = 5;

export interface ServiceChecks {
  readonly onProgress: ProgressListener;
  readonly signal: AbortSignal;
  /** Receives the log record of each HTTP request. */
  readonly onCall: ClientOptions["onCall"];
  /** Names that definitions have; undefined where there are none to compare with. */
  readonly defined: ReadonlySet<string> | undefined;
  /** Whether to ask the service to delete what does not exist, to see whether the token may write. */
  readonly tryWrites: boolean;
}

/** @throws ClientClosedError where it is interrupted */
export async function checkService(connection: Connection, checks: ServiceChecks): Promise<Finding[]> {
  let skew = 0;
  const options = {
    userAgent: "dbmon",
    onCall: checks.onCall,
    // The answer's time is cut to the second.
    onServiceTime: (time: number) => {
      skew = Math.round((Date.now() - time - 500) / 1000);
    },
  };
  const client = new ServiceClient(connection, options);
  const stop = () => {
    client.close();
  };
  checks.signal.addEventListener("abort", stop, { once: true });
  try {
    const environment = await checkEnvironment(client, connection, checks);
    if (environment.some(({ health }) => health === "error")) return environment;
    const tokens = [
      await checkWrites(client, checks.tryWrites),
      await checkAgentToken(connection, checks.onCall),
    ];
    return [...environment, ...tokens, clockFinding(skew)];
  } finally {
    checks.signal.removeEventListener("abort", stop);
    client.close();
  }
}

async function checkEnvironment(
  client: ServiceClient,
  { baseUrl }: Connection,
  { onProgress, defined }: ServiceChecks,
): Promise<Finding[]> {
  const session = openSession(client, { onProgress });
  try {
    const alerts = await session.live.alerts();
    const reached = finding("service", "ok", `${baseUrl.origin} answers, and the API token reads.`);
    const known = alerts.filter(isKnown);
    let read = 0;
    const live = await Promise.all(
      known.map(async (alert) => {
        const whole = await session.live.withConfig(alert);
        onProgress({ type: "reading-configurations", read: ++read, total: known.length });
        return whole;
      }),
    );
    const halfMade = live.filter(({ config }) => config === undefined).map(({ alert }) => alert.name);
    const strange = alerts.filter((alert) => !isKnown(alert)).map(({ name }) => name);
    const unmanaged = alerts.filter(({ name }) => defined?.has(name) === false);
    // The others have a finding of their own, and an export leaves them out.
    const writable = unmanaged.filter(({ name }) => !halfMade.includes(name) && !strange.includes(name));
    const managed =
      defined === undefined
        ? ""
        : `, ${alerts.length - unmanaged.length} of them in code and ${unmanaged.length} not`;
    return [
      reached,
      finding("alerts", "ok", `The environment holds ${pluralize(alerts.length, "alert")}${managed}.`),
      ...(writable.length > 0
        ? [
            finding(
              "alerts",
              "note",
              `Not in code: ${named(writable.map(({ name }) => name))}.`,
              "dbmon export writes them as code.",
            ),
          ]
        : []),
      ...(halfMade.length > 0
        ? [
            finding(
              "alerts",
              "warning",
              `Incomplete, without a configuration: ${named(halfMade)}.`,
              "They never fire. Define them and apply, which completes them, or delete them in the service.",
            ),
          ]
        : []),
      ...(strange.length > 0
        ? [
            finding(
              "alerts",
              "note",
              `Of a kind that this version does not know: ${named(strange)}.`,
              "They are left alone, and their names are taken.",
            ),
          ]
        : []),
    ];
  } catch (error) {
    return findingsOf("service", error);
  }
}

async function checkWrites(client: ServiceClient, tryWrites: boolean): Promise<Finding> {
  if (!tryWrites) {
    const remedy =
      "--try-writes asks the service to delete an alert that does not exist, which changes nothing.";
    return finding("writes", "note", "Whether the API token may write was not tried.", remedy);
  }
  const may = finding("writes", "ok", "The API token may write.");
  try {
    await client.deleteAlert(nobodysId);
    return may;
  } catch (error) {
    if (error instanceof NotFoundError) return may;
    if (!(error instanceof ForbiddenError || error instanceof UnauthorizedError))
      return findingsOf("writes", error)[0] ?? may;
    const remedy = `Set ${environmentVariables.apiToken} to a token that may write; plan and drift need none.`;
    return finding("writes", "warning", "The API token may read, and not write.", remedy);
  }
}

async function checkAgentToken(
  { baseUrl, apiToken, agentToken }: Connection,
  onCall: ClientOptions["onCall"],
): Promise<Finding> {
  const variable = environmentVariables.agentToken;
  if (agentToken === apiToken) {
    const remedy = `Events are created with the token of an agent: set ${variable} where the API token is refused.`;
    return finding(
      "events",
      "note",
      `${variable} is not set, so events are created with the API token.`,
      remedy,
    );
  }
  const agent = { baseUrl, apiToken: agentToken, agentToken };
  const client = new ServiceClient(agent, { userAgent: "dbmon", onCall });
  try {
    await client.listEvents({ from: -60 });
    return finding("events", "ok", `The service knows the token in ${variable}.`);
  } catch (error) {
    if (error instanceof UnauthorizedError) {
      const remedy = `Set ${variable} to the token of an agent that runs in this environment.`;
      return finding("events", "error", `The service does not know the token in ${variable}.`, remedy);
    }
    const what = `The token in ${variable} may not list events; whether it may create them was not tried.`;
    return finding("events", "note", what, "dbmon event create tells: an event can never be deleted.");
  } finally {
    client.close();
  }
}

function clockFinding(skew: number): Finding {
  if (Math.abs(skew) <= largestSkew)
    return finding("clock", "ok", "This machine's clock agrees with the service's.");
  const what = `This machine's clock is ${pluralize(Math.abs(skew), "second")} ${skew > 0 ? "ahead of" : "behind"} the service's.`;
  return finding(
    "clock",
    "warning",
    what,
    "Set it: how long a change takes to take effect is pluralize by it.",
  );
}

function named(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).map(quote).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
