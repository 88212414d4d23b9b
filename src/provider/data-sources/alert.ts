/** `data "dbmon_alert"`: one alert with its configuration, by name or id. */
import { quote } from "../../diagnostics";
import { alertDescriptions as meaning } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { requireSupportedKind } from "../resources/alert/problems";
import { type ProviderSession } from "../session";
import { alertAttributes, alertValues } from "./alert-attributes";
import { checkNameOrId, lookUp } from "./look-up";

const noun = { singular: "alert" };

/** The resource's id is a text, so this one is too. */
const isAlertId = (text: string) =>
  /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text))
    ? undefined
    : `${quote(text)} is not the id of an alert: that is a whole number.`;

export const alertData = dataSource<ProviderSession>()({
  typeName: "dbmon_alert",
  schema: schema({
    description:
      "An alert with its configuration, looked up by its name or its id. Fails where there is none, or more than one. An " +
      "alert whose configuration was never written has neither `event` nor `threshold`.",
    attributes: {
      id: a.string({
        optional: true,
        computed: true,
        validate: [isAlertId],
        description: `${meaning.id} Give this or \`name\`.`,
      }),
      name: a.string({ optional: true, computed: true, description: `${meaning.name} Give this or \`id\`.` }),
      ...alertAttributes,
    },
  }),

  validate({ config, diagnostics }) {
    checkNameOrId(noun, config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const wanted = { name: config.name, id: config.id === null ? null : Number(config.id) };
    const found = await lookUp(noun, wanted, () => session.live.alerts(), diagnostics);
    if (found === undefined) return undefined;
    const live = await withDiagnostics(found.name, async () =>
      session.live.withConfig(requireSupportedKind(found)),
    );
    return alertValues(live);
  },
});
