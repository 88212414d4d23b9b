/** `data "dbmon_alert_durations"`: the durations for which a metric must exceed its trigger. */
import { alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { byId } from "./list-order";

const { duration } = alertOptionDescriptions;

export const alertDurations = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_durations",
  schema: schema({
    description:
      "Lists the alert durations of the environment. A threshold alert fires when its metric exceeds the trigger for the duration.",
    attributes: {
      durations: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: duration.id }),
          name: a.string({ computed: true, nullable: true, description: duration.name }),
          seconds: a.number({ computed: true, nullable: true, description: duration.seconds }),
        },
        { computed: true, description: "The durations, ordered by ID." },
      ),
    },
  }),
  async read({ session }) {
    const durations = await withDiagnostics("alert durations", () => session.catalog.durations());
    return {
      durations: byId(durations).map(({ id, name, seconds }) => ({
        id,
        name: name ?? null,
        seconds: seconds ?? null,
      })),
    };
  },
});
