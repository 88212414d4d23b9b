/** `dbmon list alerts`: lists the live alerts, or shows selected ones with their configurations. */
import { isMapping, quote } from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import { namesInCatalog, namesInFields, type ObjectNames, writeOrigin } from "../../../plan-document";
import { catalogKeys, type FieldChange, type LiveAlert, referencesOf } from "../../../reconcile";
import { formatFieldValues, valueText } from "../../../reports";
import { attributesOf, formatAlertType, isSupported, type ListedAlert, scopeOf } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type OpenSession } from "../../inputs/session";
import {
  findExact,
  type ListColumn,
  type ListFlags,
  type ListPrinter,
  printList,
  selectObjects,
} from "./view";

/** By ID. Undefined without configurations. */
type Configurations = ReadonlyMap<number, LiveAlert> | undefined;

/** Names and IDs show the alerts as fields. A pattern, or no argument, lists them. */
export const listAlerts: ListPrinter = async (context, open, selected, flags) => {
  const { live, catalog } = open.session;
  const objects = selected.length > 0 ? undefined : catalog.read(listedObjects);
  const [all] = await Promise.all([live.alerts(), objects]);
  const alerts = selectObjects(context, "alert", all, selected);
  const isExact = selected.every((text) => findExact(all, text).length > 0);
  const configs = flags.configurations === false ? undefined : await readConfigurations(open.session, alerts);
  if (selected.length > 0 && isExact) return showAlerts(context, open, alerts, configs, flags);
  const names = namesInCatalog(await catalog.read(listedObjects));
  const sorted = [...alerts].sort((a, b) => a.id - b.id);
  const documents = sorted.map((alert) => writeAlert(alert, configs));
  const rows = sorted.map((alert) => rowOf(alert, names, configs));
  return printList(context, open, flags, "alerts", alertColumns(configs !== undefined), documents, rows);
};

const listedObjects = new Set(["destinations", "policies"] as const);

async function readConfigurations(session: EnvironmentSession, alerts: readonly ListedAlert[]) {
  const found = await readConfigs(session, alerts.filter(isSupported));
  return new Map(found.map((live) => [live.alert.id, live]));
}

function alertColumns(hasState: boolean): ListColumn<ReturnType<typeof rowOf>>[] {
  return [
    ["id"],
    ["name", 60],
    ["kind", 20],
    ...(hasState ? [["state"] as const] : []),
    ["policy"],
    ["destinations", 60],
  ];
}

/** With names instead of IDs. */
function rowOf(alert: ListedAlert, names: ObjectNames, configs: Configurations) {
  const { id, name } = alert;
  const state = stateOf(configs?.get(id));
  if (!isSupported(alert)) return { id, name, kind: formatAlertType(alert), state };
  const nameOf = (kind: "destinations" | "policies", object: number) =>
    names[kind]?.[String(object)] ?? String(object);
  const destinations = alert.destinations.map((destination) => nameOf("destinations", destination));
  return { id, name, kind: alert.kind, state, policy: nameOf("policies", alert.policy), destinations };
}

function stateOf(live: LiveAlert | undefined): string | undefined {
  if (live === undefined) return undefined;
  const states = [
    ...(live.alert.disabled ? ["disabled"] : []),
    ...(live.config === undefined ? ["incomplete"] : []),
  ];
  return states.join(", ") || "active";
}

async function showAlerts(
  context: CliContext,
  { session, origin }: OpenSession,
  alerts: readonly ListedAlert[],
  configs: Configurations,
  { json }: ListFlags,
): Promise<Result> {
  const read = alerts
    .filter(isSupported)
    .map((alert) => configs?.get(alert.id) ?? { alert, config: undefined });
  const catalogNames = namesInCatalog(await readCatalog(session, read));
  const documents = alerts.map((alert) => writeAlert(alert, configs));
  const fields = documents.map((document) => {
    const { id: _, ...attributes } = document;
    return fieldsOf(attributes);
  });
  const names = namesInFields(catalogNames, fields.flat());
  const document = { ...writeOrigin(origin), alerts: documents, names };
  if (json === true) return { code: exitCodes.done, document };
  for (const [index, { id, name }] of documents.entries()) {
    context.out(`${quote(name)} (id ${id})`);
    for (const { path, to } of fields[index] ?? []) {
      const text = formatFieldValues({ path, to: to ?? "" }, names);
      context.out(`    ${text.field}: ${valueText(text.to)}`);
    }
  }
  return { code: exitCodes.done, document };
}

function readCatalog({ catalog }: EnvironmentSession, alerts: readonly LiveAlert[]) {
  const references = alerts.map(({ alert, config }) => referencesOf({ ...alert, ...config }));
  return catalog.read(new Set(catalogKeys.filter((key) => references.some((ids) => ids[key].length > 0))));
}

function writeListed(alert: ListedAlert) {
  const { id, name } = alert;
  if (!isSupported(alert)) return { id, name, kind: formatAlertType(alert) };
  const { kind, annotations, policy, disabled, destinations } = alert;
  return { id, name, kind, annotations, policy, disabled, destinations };
}

/** An alert with its configuration if it was read, with the attributes of a definition. */
function writeAlert(alert: ListedAlert, configs: Configurations) {
  const live = configs?.get(alert.id);
  if (live === undefined) return writeListed(alert);
  const { config } = live;
  if (config === undefined) return { ...writeListed(alert), is_incomplete: true as const };
  return { ...writeListed(alert), ...scopeOf(config), ...attributesOf(config.condition) };
}

/** The fields with a value, except the name. */
function fieldsOf(
  attributes: Readonly<Record<string, unknown>>,
  parent: readonly string[] = [],
): FieldChange[] {
  return Object.entries(attributes).flatMap(([key, value]): FieldChange[] => {
    const path = [...parent, key];
    if (key === "name" || value === "" || (Array.isArray(value) && value.length === 0)) return [];
    if (isMapping(value)) return fieldsOf(value, path);
    // Attributes have the types of definitions: strings, numbers, flags, and lists of these.
    return [{ path, from: undefined, to: value as FieldChange["to"] }];
  });
}
