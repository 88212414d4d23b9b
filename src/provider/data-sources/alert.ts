/** `data "dbmon_alert"`: an alert with its configuration, by name or ID. */
import { quote } from "../../diagnostics";
import { alertDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { requireSupportedKind } from "../resources/alert/state";
import { type ProviderSession } from "../session";
import { isAlertId } from "../validators";
import { alertAttributes, alertValues } from "./alert-attributes";
import { findByNameOrId, validateNameOrId } from "./find-by-name-or-id";
import { listAlerts, mayNotBeListedHint, withConfig } from "./recent-alerts";

export const alertData = dataSource<ProviderSession>()({
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
    validateNameOrId("alert", config, diagnostics);
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
    const reference = { name, id: id === null ? null : Number(id) };
    const listed = await findByNameOrId("alert", reference, () => listAlerts(session), diagnostics, {
      hintIfAbsent: mayNotBeListedHint(session),
    });
    if (listed === undefined) return undefined;
    const live = await withDiagnostics(listed.name, () => withConfig(session, requireSupportedKind(listed)));
    return alertValues(live);
  },
});
