/** Checks the connection to the service, the tokens, the clock and the alerts of the environment. */
import {
  type Connection,
  environmentVariables,
  ForbiddenError,
  NotFoundError,
  ServiceClient,
  UnauthorizedError,
} from "../../../client";
import { formatCount, groupBy, joinFirst, quote } from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import { findIncomplete } from "../../../impact";
import { formatOrigin } from "../../../plan-document";
import { isSupported, type TextMap } from "../../../service";
import { type CliContext } from "../../framework/context";
import { ServiceCalls } from "../../inputs/service-calls";
import { type OpenSession, withSession } from "../../inputs/session";
import { type DoctorFinding, finding, findingsOf } from "./tools";

/** In seconds. `written_at` and propagation windows depend on the clock of this machine. */
const maxClockSkew = 5;
/** An ID that no alert has, so that deleting it changes nothing. */
const unusedAlertId = 2_147_483_647;
const maxListedAlerts = 5;

export interface ServiceCheckOptions {
  readonly definedNames: TextMap<unknown> | undefined;
  readonly tryWrites: boolean;
}

export async function checkService(
  context: CliContext,
  connection: Connection,
  { definedNames, tryWrites }: ServiceCheckOptions,
): Promise<DoctorFinding[]> {
  const work = async (open: OpenSession) => {
    const { session } = open;
    const alerts = await checkAlerts(open, connection, definedNames);
    if (alerts.some(({ health }) => health === "error")) return alerts;
    return [
      ...alerts,
      ...(await checkDestinations(session).catch((error: unknown) => findingsOf("destination", error))),
      await checkWriteAccess(session.client, tryWrites),
      await checkAgentToken(context, connection),
      checkClock(Math.round(-session.client.clockOffsetMs / 1000)),
    ];
  };
  return withSession(context, work);
}

async function checkAlerts(
  { session, origin }: OpenSession,
  { baseUrl }: Connection,
  definedNames: TextMap<unknown> | undefined,
): Promise<DoctorFinding[]> {
  try {
    const alerts = await session.live.alerts();
    const withConfigs = await readConfigs(session, alerts.filter(isSupported));
    const incomplete = findIncomplete(withConfigs);
    const unsupported = alerts.filter((alert) => !isSupported(alert)).map(({ name }) => name);
    const unmanaged = alerts.map(({ name }) => name).filter((name) => definedNames?.has(name) === false);
    // Incomplete and unsupported alerts cannot be exported.
    const notExportable = new Set([...incomplete.map(({ name }) => name), ...unsupported]);
    const exportable = unmanaged.filter((name) => !notExportable.has(name));
    const managedCounts =
      definedNames === undefined
        ? ""
        : `: ${alerts.length - unmanaged.length} managed, ${unmanaged.length} unmanaged`;
    return [
      finding("service", "ok", `${baseUrl.origin} is reachable, and the API token has read access.`),
      finding(
        "alerts",
        "ok",
        `${formatOrigin(origin)} has ${formatCount(alerts.length, "alert")}${managedCounts}.`,
      ),
      ...alertNotes("Unmanaged", exportable, "Run dbmon export to write them as code."),
      ...incomplete
        .slice(0, maxListedAlerts)
        .map(({ name, what, remedy }) => finding("alerts", "warning", `${quote(name)} ${what}`, remedy)),
      ...(incomplete.length > maxListedAlerts
        ? [
            finding(
              "alerts",
              "warning",
              `${formatCount(incomplete.length, "alert")} have no configuration.`,
              "To list them, run dbmon audit.",
            ),
          ]
        : []),
      ...alertNotes(
        "Of an unsupported kind",
        unsupported,
        "dbmon does not change these alerts, and no definition can use their names.",
      ),
    ];
  } catch (error) {
    return findingsOf("service", error);
  }
}

function alertNotes(label: string, names: readonly string[], remedy: string): DoctorFinding[] {
  if (names.length === 0) return [];
  const listed = joinFirst(names.map(quote), maxListedAlerts);
  return [finding("alerts", "note", `${label}: ${listed}.`, remedy)];
}

async function checkDestinations({ catalog }: EnvironmentSession): Promise<DoctorFinding[]> {
  const { destinations = [] } = await catalog.read(new Set(["destinations"] as const));
  return [...groupBy(destinations, ({ status }) => String(status))].map(([status, some]) => {
    const names = some.map(({ id, name }) => quote(name ?? String(id))).join(", ");
    const what = `Status ${status}, a number that the service does not explain: ${names}.`;
    return finding("destination", "note", what);
  });
}

async function checkWriteAccess(client: ServiceClient, tryWrites: boolean): Promise<DoctorFinding> {
  if (!tryWrites) {
    const remedy = "To test it, add --try-writes, which deletes an alert ID that does not exist.";
    return finding("writes", "note", "Write access was not tested.", remedy);
  }
  const writable = finding("writes", "ok", "The API token has write access.");
  try {
    await client.deleteAlert(unusedAlertId);
    return writable;
  } catch (error) {
    if (error instanceof NotFoundError) return writable;
    if (!(error instanceof ForbiddenError || error instanceof UnauthorizedError)) {
      return findingsOf("writes", error)[0] ?? writable;
    }
    const remedy = `To apply changes, set ${environmentVariables.apiToken} to a token with write access. plan and drift do not need it.`;
    return finding("writes", "warning", "The API token has read access only.", remedy);
  }
}

async function checkAgentToken(
  context: CliContext,
  { baseUrl, apiToken, agentToken }: Connection,
): Promise<DoctorFinding> {
  const variable = environmentVariables.agentToken;
  if (agentToken === apiToken) {
    return finding(
      "events",
      "note",
      `${variable} is not set, so events are created with the API token.`,
      `If the service refuses the API token for events, set ${variable} to the token of an agent.`,
    );
  }
  const { onCall } = new ServiceCalls(context).clientOptions;
  const agentConnection = { baseUrl, apiToken: agentToken, agentToken };
  const client = new ServiceClient(agentConnection, { userAgent: "dbmon", onCall });
  try {
    await client.listEvents({ from: -60 });
    return finding("events", "ok", `The service accepts the token in ${variable}.`);
  } catch (error) {
    if (error instanceof UnauthorizedError) {
      const remedy = `Set ${variable} to the token of an agent in this environment.`;
      return finding("events", "error", `The service rejects the token in ${variable}.`, remedy);
    }
    const what = `The token in ${variable} cannot list events. Whether it can create events was not tested.`;
    return finding("events", "note", what, "To test it, run dbmon event create. Events cannot be deleted.");
  } finally {
    client.close();
  }
}

function checkClock(skew: number): DoctorFinding {
  if (Math.abs(skew) <= maxClockSkew) {
    return finding("clock", "ok", "The clocks of this machine and the service agree.");
  }
  const direction = skew > 0 ? "ahead of" : "behind";
  return finding(
    "clock",
    "warning",
    `The clock of this machine is ${formatCount(Math.abs(skew), "second")} ${direction} the service's clock.`,
    "Synchronize the clock. dbmon uses it to measure when changes take effect.",
  );
}
