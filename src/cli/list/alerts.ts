/** `dbmon alerts`: lists the live alerts, or shows selected ones with their configurations. */
import { hintForName, ProblemError, quote } from "../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../engine";
import { type FieldChange, type LiveAlert } from "../../reconcile";
import { namesInCatalog, namesInFields, type ObjectNames } from "../../plan-document";
import {
  scopeOf,
  attributesOf,
  formatAlertType,
  isSameText,
  isSupported,
  type ListedAlert,
} from "../../service";
import { type CliContext, exitCodes } from "../shared/context";
import { type Result } from "../shared/environments/environment-command";
import { type ListFlags, type ListView, printList } from "./print-list";
import { createProgressListener } from "../shared/output/progress";
import { formatFieldText } from "../shared/report/field-text";
import { withSession } from "../shared/service/session";

/** @param selected names or IDs. Default: a list of all alerts, without their configurations */
export function alertsAction(
  context: CliContext,
  selected: readonly string[],
  flags: ListFlags,
): Promise<Result> {
  return selected.length === 0 ? listAlerts(context, flags) : showAlerts(context, selected, flags);
}

function listAlerts(context: CliContext, flags: ListFlags): Promise<Result> {
  let names: ObjectNames = {};
  return printList(
    context,
    alertView(() => names),
    flags,
    async ({ live, catalog }) => {
      const needs = new Set(["destinations", "policies"] as const);
      const [alerts, objects] = await Promise.all([live.alerts(), catalog.read(needs)]);
      names = namesInCatalog(objects);
      return [...alerts].sort((a, b) => a.id - b.id);
    },
  );
}

/** @param getNames called when the alerts have been fetched */
function alertView(getNames: () => ObjectNames): ListView<ListedAlert> {
  const nameOf = (kind: "destinations" | "policies", id: number) =>
    getNames()[kind]?.[String(id)] ?? String(id);
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

/** Shows the selected alerts as fields, in the order of the arguments. */
function showAlerts(context: CliContext, selected: readonly string[], { json }: ListFlags): Promise<Result> {
  const settings = { onProgress: createProgressListener(context) };
  return withSession(context, settings, async ({ session, baseUrl }) => {
    const alerts = selectAlerts(await session.live.alerts(), selected);
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
    const document = { version: 1, base_url: baseUrl, alerts: documents, names };
    if (json === true) return { code: exitCodes.done, document };
    for (const [index, { id, name }] of documents.entries()) {
      context.out(`${quote(name)} (id ${id})`);
      for (const { path, to } of fields[index] ?? []) {
        const text = formatFieldText({ path, to: to ?? "" }, names);
        context.out(`    ${text.field}: ${text.to}`);
      }
    }
    return { code: exitCodes.done, document };
  });
}

/** @throws ProblemError for each argument without an alert */
function selectAlerts(alerts: readonly ListedAlert[], selected: readonly string[]): ListedAlert[] {
  const selections = selected.map((text) => {
    const named = alerts.filter(({ name }) => isSameText(name, text));
    return named.length > 0 ? named : alerts.filter(({ id }) => String(id) === text);
  });
  const problems = selections.flatMap((found, index) =>
    found.length > 0 ? [] : [unknownAlert(selected[index] ?? "", alerts)],
  );
  if (problems.length > 0) throw new ProblemError(problems);
  return [...new Set(selections.flat())];
}

function unknownAlert(text: string, alerts: readonly ListedAlert[]) {
  return {
    severity: "error" as const,
    what: `No alert has the name or the ID ${quote(text)}.`,
    remedy: hintForName(
      text,
      alerts.map(({ name }) => name),
    ),
  };
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

/** An alert with its configuration, whose attributes are those of a definition. */
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
    if (isBlock(value)) return fieldsOf(value, path);
    // Attributes have the types of definitions: texts, numbers, flags, and lists of texts or numbers.
    return [{ path, from: undefined, to: value as FieldChange["to"] }];
  });
}

function isBlock(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
