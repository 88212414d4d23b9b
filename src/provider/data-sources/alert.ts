/** `data "dbmon_alert"`: an alert with its configuration, by name or ID. */
import { quote } from "../../diagnostics";
import { alertDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { requireSupportedKind } from "../resources/alert/problems";
import { type ProviderSession } from "../session";
import { alertAttributes, alertValues } from "./alert-attributes";
import { validateNameOrId, findByNameOrId } from "./find-by-name-or-id";

const noun = { singular: "alert" };

/** The ID is a string, like that of the resource. */
const isAlertId = (text: string) =>
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
        validate: [isAlertId],
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
    validateNameOrId(noun, config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const reference = { name: config.name, id: config.id === null ? null : Number(config.id) };
    const found = await findByNameOrId(noun, reference, () => session.live.alerts(), diagnostics);
    if (found === undefined) return undefined;
    const live = await withDiagnostics(found.name, async () =>
      session.live.withConfig(requireSupportedKind(found)),
    );
    return alertValues(live);
  },
});
