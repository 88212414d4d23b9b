/** Alerts as a configuration of Terraform in JSON, from their form on the wire: no code of the product is asked. */
import { type Expected, type PartName, parts, type Part } from "./parts";
import { type WireAlert } from "./wire";

export type Moment = "before" | "after";

/**
 * The parts' alerts as they are, or as they are to become; an alert has one address in both.
 * @param imports ids by name of alerts to be imported
 */
export function configurationOf(
  names: readonly PartName[],
  moment: Moment,
  imports: ReadonlyMap<string, number> = new Map(),
): string {
  const alerts = names.flatMap((name): [string, WireAlert][] => {
    const { seed, expected }: Part = parts[name];
    const [alert] = moment === "before" ? seed : expected;
    return alert === undefined ? [] : [[name.replaceAll(" ", "_"), alert]];
  });
  return JSON.stringify({
    terraform: { required_providers: { dbmon: { source: "dbmon/dbmon" } } },
    // An adoption waits for one window, in real time.
    provider: { dbmon: { propagation_window: "1s" } },
    ...(alerts.length === 0
      ? {}
      : {
          resource: {
            dbmon_alert: Object.fromEntries(alerts.map(([address, alert]) => [address, argumentsOf(alert)])),
          },
        }),
    import: alerts.flatMap(([address, { settings }]) => {
      const id = imports.get(settings.name);
      return id === undefined ? [] : [{ to: `dbmon_alert.${address}`, id: String(id) }];
    }),
  });
}

function argumentsOf({ settings, config }: Pick<Expected, "settings" | "config">) {
  const { name, annotations, policy, disabled, destinations, type } = settings;
  const { hosts, host_types, categories, alert_level, metric, trigger, duration, reset } = config ?? {};
  return {
    name,
    annotations,
    policy,
    disabled: disabled === 1,
    destinations,
    hosts,
    host_types,
    ...(type === 1
      ? { event: { categories } }
      : { threshold: { alert_level, metric, trigger, duration, reset } }),
  };
}
