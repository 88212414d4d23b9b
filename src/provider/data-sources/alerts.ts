/** `data "dbmon_alerts"`: the alerts of the environment, with their configurations where they are wanted. */
import { alertDescriptions as meaning, isSupported, isUnsupported } from "../../service";
import { unsupportedKind } from "../../reconcile";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics, toDiagnostic } from "../diagnostics";
import { type ProviderSession } from "../session";
import { alertAttributes, alertValues, settingsValues } from "./alert-attributes";
import { byId } from "./list-order";

export const alerts = dataSource<ProviderSession>()({
  typeName: "dbmon_alerts",
  schema: schema({
    description:
      "The alerts of the environment, whoever made them. Costs one call for the list, and one for the configuration of " +
      "each alert that is shown.",
    attributes: {
      name_contains: a.string({
        optional: true,
        description:
          "Shows only alerts with this text in their names; upper and lower case differ. Left out: all alerts.",
      }),
      configurations: a.boolean({
        optional: true,
        default: true,
        description:
          "Whether to read the configurations. Without them `hosts`, `host_types`, `event` and `threshold` are null, and " +
          "the list is the only call. Default: true.",
      }),
      alerts: a.listOfObjects(
        {
          id: a.string({ computed: true, description: meaning.id }),
          name: a.string({ computed: true, description: meaning.name }),
          ...alertAttributes,
        },
        { computed: true, description: "The alerts, in the order of their ids." },
      ),
    },
  }),
  async read({ config, session, diagnostics }) {
    const { name_contains, configurations } = config;
    const all = await withDiagnostics("alerts", () => session.live.alerts());
    const matching = all.filter(({ name }) => name.includes(name_contains ?? ""));
    for (const problem of matching.filter(isUnsupported).map(unsupportedKind)) {
      diagnostics.add({
        ...toDiagnostic(problem),
        severity: "warning",
        detail: "It is left out of the result.",
      });
    }
    const wanted = byId(matching.filter(isSupported));
    const shown = configurations
      ? await Promise.all(
          wanted.map(async (alert) =>
            alertValues(await withDiagnostics(alert.name, () => session.live.withConfig(alert))),
          ),
        )
      : wanted.map(settingsValues);
    return { ...config, alerts: shown };
  },
});
