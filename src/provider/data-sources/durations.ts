/** `data "dbmon_alert_duration"`: an alert duration by name, length or ID. `data "dbmon_alert_durations"`: all durations. */
import { type AlertDuration, alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkMin } from "../validators";
import { byNameOrId } from "./find-by-name-or-id";
import { byId } from "./search";

const { duration: descriptions } = alertOptionDescriptions;

export const alertDuration = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_duration",
  schema: schema({
    description:
      "Reads an alert duration by name, length or ID. A threshold alert fires when its metric exceeds the trigger for the duration. " +
      "Reports an error if no duration or more than one matches. IDs differ between environments, so use names or lengths to define " +
      "the alerts of several ones.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        description: `${descriptions.id} Conflicts with \`name\` and \`seconds\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        nullable: true,
        description: `${descriptions.name} Conflicts with \`id\` and \`seconds\`.`,
      }),
      seconds: a.number({
        optional: true,
        computed: true,
        nullable: true,
        validate: [checkMin(0)],
        description: `${descriptions.seconds} Conflicts with \`id\` and \`name\`.`,
      }),
    },
  }),

  ...byNameOrId("alert duration", ({ catalog }) => catalog.durations(), durationValues),
});

export const alertDurations = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_durations",
  schema: schema({
    description:
      "Lists the alert durations of the environment. A threshold alert fires when its metric exceeds the trigger for the duration.",
    attributes: {
      durations: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: descriptions.id }),
          name: a.string({ computed: true, nullable: true, description: descriptions.name }),
          seconds: a.number({ computed: true, nullable: true, description: descriptions.seconds }),
        },
        { computed: true, description: "The durations, ordered by ID." },
      ),
    },
  }),
  async read({ session }) {
    const durations = await withDiagnostics("alert durations", () => session.catalog.durations());
    return { durations: byId(durations).map(durationValues) };
  },
});

function durationValues({ id, name, seconds }: AlertDuration) {
  return { id, name: name ?? null, seconds: seconds ?? null };
}
