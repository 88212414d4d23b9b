/** `dbmon list alerts`: lists the live alerts, or shows selected ones with their configurations. */
import { isMapping, quote } from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import { namesInCatalog, namesInFields, type ObjectNames, writeOrigin } from "../../../plan-document";
import { type FieldChange, type LiveAlert } from "../../../reconcile";
import { formatFieldValues, valueText } from "../../../reports";
import { attributesOf, formatAlertType, isSupported, type ListedAlert, scopeOf } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type OpenSession } from "../../inputs/session";
import { findExact, type ListFlags, type ListPrinter, type ListView, printList, selectObjects } from "./view";

/** Names and IDs show the alerts as fields, with their configurations. A pattern, or no argument, lists them. */
export const listAlerts: ListPrinter = async (context, open, selected, flags) => {
  const { live, catalog } = open.session;
  const objects = selected.length > 0 ? undefined : catalog.read(listedObjects);
  const [all] = await Promise.all([live.alerts(), objects]);
  const alerts = selectObjects(context, "alert", all, selected);
  const isExact = selected.every((text) => findExact(all, text).length > 0);
  if (selected.length > 0 && isExact) return showAlerts(context, open, alerts, flags);
  const view = alertView(namesInCatalog(await catalog.read(listedObjects)));
  return printList(
    context,
    open,
    view,
    flags,
    [...alerts].sort((a, b) => a.id - b.id),
  );
};

const listedObjects = new Set(["destinations", "policies"] as const);

function alertView(names: ObjectNames): ListView<"alerts", ListedAlert> {
  const nameOf = (kind: "destinations" | "policies", id: number) => names[kind]?.[String(id)] ?? String(id);
  return {
    name: "alerts",
    columns: [
      { title: "ID", value: ({ id }) => id },
      { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
      {
        title: "KIND",
        value: (alert) => (isSupported(alert) ? alert.kind : formatAlertType(alert)),
        maxWidth: 20,
      },
      { title: "STATE", value: (alert) => (isSupported(alert) ? formatState(alert) : undefined) },
      {
        title: "POLICY",
        value: (alert) => (isSupported(alert) ? nameOf("policies", alert.policy) : undefined),
      },
      {
        title: "DESTINATIONS",
        value: (alert) =>
          isSupported(alert)
            ? alert.destinations.map((id) => nameOf("destinations", id)).join(", ")
            : undefined,
        maxWidth: 60,
      },
    ],
    document: writeListed,
  };
}

function formatState({ disabled }: { readonly disabled: boolean }): string {
  return disabled ? "disabled" : "active";
}

async function showAlerts(
  context: CliContext,
  { session, origin }: OpenSession,
  alerts: readonly ListedAlert[],
  { json }: ListFlags,
): Promise<Result> {
  const read = await readConfigs(session, alerts.filter(isSupported));
  const configs = new Map(read.map((live) => [live.alert.id, live]));
  const catalogNames = namesInCatalog(await readCatalog(session, read));
  const documents = alerts.map((alert) => {
    const live = configs.get(alert.id);
    return live === undefined ? writeListed(alert) : writeLive(live);
  });
  const fields = documents.map((document) => {
    const { id: _, ...attributes } = document;
    return fieldsOf(attributes);
  });
  const names = namesInFields(catalogNames, fields.flat());
  const document = { version: 1, ...writeOrigin(origin), alerts: documents, names };
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

/** Fetches the lists that the alerts refer to. */
function readCatalog({ catalog }: EnvironmentSession, alerts: readonly LiveAlert[]) {
  const needs = new Set<"destinations" | "hosts" | "policies" | "durations">();
  for (const { alert, config } of alerts) {
    needs.add("policies");
    if (alert.destinations.length > 0) needs.add("destinations");
    if ((config?.hosts.length ?? 0) > 0) needs.add("hosts");
    if (config?.condition.kind === "threshold") needs.add("durations");
  }
  return catalog.read(needs);
}

/** An alert without its configuration. */
function writeListed(alert: ListedAlert) {
  const { id, name } = alert;
  if (!isSupported(alert)) return { id, name, kind: formatAlertType(alert) };
  const { kind, annotations, policy, disabled, destinations } = alert;
  return { id, name, kind, annotations, policy, disabled, destinations };
}

/** An alert with its configuration, with the attributes of a definition. */
function writeLive({ alert, config }: LiveAlert) {
  if (config === undefined) return { ...writeListed(alert), is_incomplete: true };
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
