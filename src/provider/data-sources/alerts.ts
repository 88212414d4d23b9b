/** `data "dbmon_alerts"`: the alerts of the environment, optionally with their configurations. */
import { toNfc } from "../../diagnostics";
import { alertDescriptions as descriptions, isSupported, isUnsupported } from "../../service";
import { unsupportedKind } from "../../reconcile";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { toDiagnostic, withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { alertAttributes, alertValues, settingsValues } from "./alert-attributes";
import { byId } from "./list-order";
import { listAlerts, withConfig } from "./recent-alerts";

export const alerts = dataSource<ProviderSession>()({
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
          "Whether to read the configurations. If `false`, `hosts`, `host_types`, `event` and `threshold` are null, and the " +
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
    const all = await withDiagnostics("alerts", () => listAlerts(session));
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
            alertValues(await withDiagnostics(alert.name, () => withConfig(session, alert))),
          ),
        )
      : supported.map(settingsValues);
    return { ...config, alerts: values };
  },
});
