/** `dbmon routes`: show who is notified, by hosts, levels and categories. */
import {
  errorOf,
  formatCount,
  hintForName,
  type Problem,
  ProblemError,
  quote,
  toSafeLine,
  wrapLine,
} from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import {
  groupRoutes,
  type RoutedAlert,
  routedAlerts,
  RouteTable,
  type RouteTarget,
  routeTargets,
} from "../../../impact";
import { namesInCatalog, type ObjectNames, type RunOrigin } from "../../../plan-document";
import { catalogNeeds, catalogOfDefinitions, configOf, type DesiredAlert } from "../../../reconcile";
import {
  formatCause,
  formatDestinations,
  formatTarget,
  nobodyByDefinitions,
  originLines,
} from "../../../reports";
import { type AlertLevel, type Host, isSameText, isSupported } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { loadAndReportWarnings, resolveDesired } from "../../inputs/definitions";
import { connectionVariables, hasConnectionSettings, withSession } from "../../inputs/session";
import { type RoutesDocument, writeRoutes } from "./document";

export interface RoutesFlags extends EnvironmentFlags {
  readonly live?: true;
  /** Names or IDs. */
  readonly host?: readonly string[];
  readonly event?: readonly string[];
  readonly level?: readonly AlertLevel[];
  readonly json?: true;
}

interface RoutedAlerts {
  readonly alerts: readonly RoutedAlert[];
  /** Undefined without a service. */
  readonly hosts: readonly Host[] | undefined;
  readonly names: ObjectNames;
  readonly origin?: RunOrigin;
  readonly excluded?: number;
}

export function routesCommand(sources: readonly string[], flags: RoutesFlags): EnvironmentCommand {
  return readCommand(async (context) => {
    if (flags.live === true && sources.length > 0) {
      throw ProblemError.of("usage", "--live shows the live alerts, but sources name definitions.", {
        remedy: "Remove --live, or remove the sources.",
      });
    }
    const found = await findAlerts(context, sources, flags);
    const document = documentOf(found, flags, connectionVariables(context));
    if (flags.json !== true) printRoutes(context, document, found);
    return { code: exitCodes.done, document: { ...document } };
  });
}

async function findAlerts(
  context: CliContext,
  sources: readonly string[],
  flags: RoutesFlags,
): Promise<RoutedAlerts> {
  if (flags.live === true)
    return withSession(context, async ({ session, origin }) => ({ ...(await readLive(session)), origin }));
  const definitions = await loadAndReportWarnings(context, sources, {});
  const withConfigs = (desired: readonly DesiredAlert[]) =>
    desired.map((alert) => ({ ...alert, config: configOf(alert) }));
  if (!hasConnectionSettings(context)) {
    const catalog = catalogOfDefinitions(definitions);
    const alerts = withConfigs(resolveDesired(definitions, catalog, Date.now()));
    return { alerts, hosts: undefined, names: namesInCatalog(catalog) };
  }
  return withSession(context, async ({ session, origin }) => {
    const catalog = await session.catalog.read(new Set([...catalogNeeds(definitions), "hosts"]));
    const alerts = withConfigs(resolveDesired(definitions, catalog, session.serviceNow(definitions)));
    return { alerts, hosts: await session.catalog.hosts(), names: namesInCatalog(catalog), origin };
  });
}

async function readLive(session: EnvironmentSession): Promise<RoutedAlerts> {
  const [listed, catalog, hosts] = await Promise.all([
    session.live.alerts(),
    session.catalog.read(new Set(["destinations", "hosts"])),
    session.catalog.hosts(),
  ]);
  const supported = listed.filter(isSupported);
  const active = supported.filter(({ disabled }) => !disabled);
  const live = await readConfigs(session, active);
  const alerts = routedAlerts(live.map(({ alert, config }) => ({ ...alert, config })));
  return { alerts, hosts, names: namesInCatalog(catalog), excluded: listed.length - supported.length };
}

/** @param variables of the connection, for remedies */
function documentOf(
  { alerts, hosts, names, origin, excluded }: RoutedAlerts,
  flags: RoutesFlags,
  variables: string,
): RoutesDocument {
  const table = new RouteTable(alerts);
  const all = routeTargets(alerts, hosts, names.hosts);
  const unknownHosts = (flags.host ?? []).filter((host) => !all.some((target) => isHost(target, host)));
  const hostNames = all.flatMap((target) =>
    target.kind === "host" ? (target.name ?? String(target.id)) : [],
  );
  const unknownCategories = (flags.event ?? []).filter(
    (category) => !table.categories.some((other) => isSameText(other, category)),
  );
  const problems = [
    ...unknownHosts.map((host): Problem => {
      const hint = hintForName(host, hostNames);
      const [what, remedy] =
        hosts === undefined
          ? [`No definition names the host ${quote(host)}`, `${hint} To find all hosts, set ${variables}.`]
          : [`No host has the name or the ID ${quote(host)}`, hint];
      return errorOf("reference-unknown", `${what}, the value of --host.`, { remedy });
    }),
    ...unknownCategories.map((category): Problem => {
      const what = `No active alert fires on the category ${quote(category)}, the value of --event.`;
      return errorOf("reference-unknown", what, { remedy: hintForName(category, table.categories) });
    }),
  ];
  if (problems.length > 0) throw new ProblemError(problems);
  const { host: selected } = flags;
  const targets =
    selected === undefined ? all : all.filter((target) => selected.some((host) => isHost(target, host)));
  const groups = groupRoutes(table, targets, { levels: flags.level, categories: flags.event });
  const source = flags.live === true ? "live" : "definitions";
  return writeRoutes({ source, groups, targets: all, names, hasIds: hosts !== undefined, excluded }, origin);
}

function isHost(target: RouteTarget, host: string): boolean {
  if (target.kind !== "host") return false;
  return isSameText(target.name ?? "", host) || String(target.id) === host;
}

function printRoutes(
  context: CliContext,
  document: RoutesDocument,
  { hosts, origin = {} }: RoutedAlerts,
): void {
  const { excluded_alerts: excluded } = document;
  routeLines(document, context.columns).forEach(context.out);
  originLines(origin, context.columns).forEach(context.err);
  if (excluded !== undefined)
    context.err(`Not included: ${formatCount(excluded, "alert")} of unsupported kinds.`);
  if (hosts === undefined) {
    context.err(
      `Without a service, hosts are grouped by the types that definitions name. To list the hosts, set ${connectionVariables(context)}.`,
    );
  }
}

function routeLines(
  { routes, source, excluded_alerts: excluded }: RoutesDocument,
  columns: number | undefined,
): string[] {
  const nobodyLive = excluded === undefined ? "nobody" : "nobody by these alerts";
  const nobody = source === "definitions" ? nobodyByDefinitions : nobodyLive;
  return routes.flatMap((route) => [
    ...wrapLine(toSafeLine(`${formatTarget(route)}:`), columns, 2),
    ...route.notifications.flatMap((notification) => {
      const line = `    ${formatCause(notification)}: ${formatDestinations(notification.destinations, nobody)}`;
      return wrapLine(toSafeLine(line), columns, 8);
    }),
  ]);
}
