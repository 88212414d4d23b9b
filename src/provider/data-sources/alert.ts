/** `data "dbmon_alert"`: an alert with its configuration, by name or ID. */
import { quote } from "../../diagnostics";
import { alertDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { requireSupportedKind } from "../resources/alert/problems";
import { type ProviderSession } from "../session";
import { alertAttributes, alertValues } from "./alert-attributes";
import { findByNameOrId, validateNameOrId } from "./find-by-name-or-id";

/** The ID is a string, as in the resource. */
const checkAlertId = (text: string) =>
  /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))
    ? undefined
    : `${quote(text)} is not the ID of an alert. Use an integer.`;

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
        validate: [checkAlertId],
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
    const reference = { name: config.name, id: config.id === null ? null : Number(config.id) };
    const listed = await findByNameOrId("alert", reference, () => session.live.alerts(), diagnostics);
    if (listed === undefined) return undefined;
    const live = await withDiagnostics(listed.name, async () =>
      session.live.withConfig(requireSupportedKind(listed)),
    );
    return alertValues(live);
  },
});
