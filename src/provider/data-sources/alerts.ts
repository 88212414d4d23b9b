/** `data "dbmon_alert"`: an alert by name or ID. `data "dbmon_alerts"`: the alerts of the environment. Both with configurations. */
import { quote, toNfc } from "../../diagnostics";
import { type LiveAlert, resolveReference, unsupportedKind } from "../../reconcile";
import {
  type Alert,
  alertDescriptions as descriptions,
  conditionFields,
  isSameText,
  isSupported,
  isUnsupported,
  keysOf,
  type ListedAlert,
  scopeFields,
  settingsFields,
  TextMap,
  typeOfKind,
} from "../../service";
import { attribute as a, isUnknown, schema, toDiagnostic } from "../../tfplugin";
import { requireSupportedKind, toAlertValues } from "../resources/alert/state";
import { dataSource, type ProviderSession, withSubject } from "../session";
import { isAlertId } from "../validators";
import { computedAttributes } from "./computed";
import { byId } from "./search";

const nullable = { computed: true, nullable: true } as const;

/** All attributes except `id` and `name`. Attributes of a configuration that was not read are null. */
const { name: _name, disabled, ...otherSettings } = settingsFields;
const alertAttributes = {
  ...computedAttributes({
    ...otherSettings,
    ...scopeFields,
    disabled: { ...disabled, description: descriptions.disabled },
  }),
  event: a.object(computedAttributes(conditionFields.event), {
    ...nullable,
    description:
      "Condition of an event alert. Null for a threshold alert, and for an alert without a configuration.",
  }),
  threshold: a.object(computedAttributes(conditionFields.threshold), {
    ...nullable,
    description:
      "Condition of a threshold alert. Null for an event alert, and for an alert without a configuration.",
  }),
};

/** For an incomplete alert, both `event` and `threshold` are null. */
function alertValues(live: LiveAlert) {
  const { written_at: _written_at, ...values } = toAlertValues(live);
  return { ...values, type: typeOfKind(live.alert.kind) };
}

/** The values of an alert whose configuration was not read. */
function settingsValues(alert: Alert) {
  const scope = keysOf(scopeFields).map((name) => [name, null] as const);
  return { ...alertValues({ alert, config: undefined }), ...Object.fromEntries(scope) };
}

export const alertData = dataSource({
  typeName: "dbmon_alert",
  schema: schema({
    description:
      "Reads an alert with its configuration by name or ID. Reports an error if no alert or more than one matches. An alert " +
      "without a configuration has neither `event` nor `threshold`.",
    attributes: {
      id: a.string({
        optional: true,
        computed: true,
        description: `${descriptions.id} Conflicts with \`name\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        description: `${descriptions.name} Conflicts with \`id\`.`,
      }),
      ...alertAttributes,
    },
  }),

  validate({ config, diagnostics }) {
    const values = [config.id, config.name];
    const setCount = values.filter((value) => value !== null).length;
    if (values.some(isUnknown) || setCount === 1) return;
    diagnostics.error({
      path: ["name"],
      summary: "Invalid reference to an alert",
      detail: setCount === 0 ? "Set one of name and id." : "Set only one of name and id.",
    });
  },

  async read({ config, session, diagnostics }) {
    const { id, name } = config;
    // Not part of the validation, because `terraform test` validates the random IDs that a mocked provider returns.
    if (id !== null && !isAlertId(id)) {
      const summary = `${quote(id)} is not the ID of an alert`;
      const detail = 'Use an integer without leading zeros, for example "7".';
      diagnostics.error({ path: ["id"], summary, detail });
      return undefined;
    }
    const reference = id === null ? (name ?? "") : Number(id);
    const all = await withSubject(`alert ${reference}`, () => listWithRecentAlerts(session));
    const resolved = resolveReference("alert", reference, all);
    const listed = all.find((alert) => alert.id === resolved);
    if (typeof resolved !== "number" || listed === undefined) {
      const { what, remedy } = typeof resolved === "number" ? { what: "", remedy: "" } : resolved;
      const isNamed = name !== null && all.some((alert) => isSameText(alert.name, name));
      const detail = isNamed ? remedy : remedy + hintForNewAlert(session);
      diagnostics.error({ path: [id === null ? "name" : "id"], summary: what, detail });
      return undefined;
    }
    const live = await withSubject(listed.name, () => withConfig(session, requireSupportedKind(listed)));
    return alertValues(live);
  },
});

export const alerts = dataSource({
  typeName: "dbmon_alerts",
  schema: schema({
    description:
      "Lists the alerts of the environment, including unmanaged ones. It makes one call for the list, and one call per alert " +
      "for its configuration.",
    attributes: {
      name_contains: a.string({
        optional: true,
        description:
          "Returns only alerts whose names contain this text, which is case-sensitive. Default: all alerts.",
      }),
      configurations: a.boolean({
        optional: true,
        default: true,
        description:
          "Whether to read the configurations. If `false`, their attributes, for example `hosts` and `threshold`, are null, and the " +
          "list is the only call. Default: `true`.",
      }),
      alerts: a.listOfObjects(
        {
          id: a.string({ computed: true, description: descriptions.id }),
          name: a.string({ computed: true, description: descriptions.name }),
          ...alertAttributes,
        },
        { computed: true, description: "The alerts, ordered by ID." },
      ),
    },
  }),
  async read({ config, session, diagnostics }) {
    const { name_contains, configurations } = config;
    const all = await withSubject("alerts", () => listWithRecentAlerts(session));
    const part = toNfc(name_contains ?? "");
    const matching = all.filter(({ name }) => toNfc(name).includes(part));
    for (const problem of matching.filter(isUnsupported).map(unsupportedKind)) {
      diagnostics.add({
        ...toDiagnostic(problem),
        severity: "warning",
        detail: "The result does not contain it. To read it, upgrade the provider.",
      });
    }
    const supported = byId(matching.filter(isSupported));
    const values = configurations
      ? await Promise.all(
          supported.map(async (alert) =>
            alertValues(await withSubject(alert.name, () => withConfig(session, alert))),
          ),
        )
      : supported.map(settingsValues);
    return { ...config, alerts: values };
  },
});

export async function listWithRecentAlerts(session: ProviderSession): Promise<readonly ListedAlert[]> {
  const listed = await session.live.alerts();
  const recent = new Map(
    [...session.states.keys()].flatMap((id) => {
      const live = recentAlert(session, id);
      return live === undefined ? [] : [[id, live.alert] as const];
    }),
  );
  if (recent.size === 0) return listed;
  // Names are unique, so another alert with the name of a recent one was renamed or deleted.
  const names = new TextMap([...recent.values()].map(({ name }) => [name, true]));
  return [...listed.filter(({ id, name }) => !recent.has(id) && !names.has(name)), ...recent.values()];
}

export async function withConfig(session: ProviderSession, alert: Alert): Promise<LiveAlert> {
  return recentAlert(session, alert.id) ?? session.live.withConfig(alert);
}

function hintForNewAlert({ run }: ProviderSession): string {
  const seconds = Math.ceil(run.propagationWindowMs / 1000);
  if (seconds === 0) return "";
  return ` If it was created or renamed less than ${seconds} s ago, the service may not list it yet: plan again in ${seconds} s.`;
}

/** For alerts that this run wrote or deleted, the live view is more accurate. */
function recentAlert({ journal, states }: ProviderSession, id: number): LiveAlert | undefined {
  return journal.writtenAt(id) === undefined ? states.get(id)?.recent : undefined;
}
