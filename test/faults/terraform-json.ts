/** Converts alerts from JSON of the API to Terraform's JSON configuration, without code of the product. */
import { type ApiAlert } from "./api-alerts";
import { type CaseName, type ChangeCase, changeCases, type Expected } from "./schedules/change-cases";

type Moment = "before" | "after";

/**
 * The alerts of the cases before or after the change. An alert keeps its address.
 * @param imports ids of the alerts to import, by name
 */
export function configurationOf(
  names: readonly CaseName[],
  moment: Moment,
  imports: ReadonlyMap<string, number> = new Map(),
): string {
  const alerts = names.flatMap((name): [string, ApiAlert][] => {
    const { seed, expected }: ChangeCase = changeCases[name];
    const [alert] = moment === "before" ? seed : expected;
    return alert === undefined ? [] : [[name.replaceAll(" ", "_"), alert]];
  });
  return JSON.stringify({
    terraform: { required_providers: { dbmon: { source: "dbmon/dbmon" } } },
    // A creation whose name is refused waits for up to one window in real time.
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

interface Configuration {
  readonly resource?: { readonly dbmon_alert: Readonly<Record<string, { readonly name: string }>> };
}

/** Adds import blocks. @param imports ids of the alerts to import, by name @returns the addresses of these alerts too */
export function withImports(
  configuration: string,
  imports: ReadonlyMap<string, number>,
): { readonly configuration: string; readonly addresses: readonly string[] } {
  const parsed = JSON.parse(configuration) as Configuration;
  const blocks = Object.entries(parsed.resource?.dbmon_alert ?? {}).flatMap(([label, { name }]) => {
    const id = imports.get(name);
    return id === undefined ? [] : [{ to: `dbmon_alert.${label}`, id: String(id) }];
  });
  return {
    configuration: JSON.stringify({ ...parsed, import: blocks }),
    addresses: blocks.map(({ to }) => to),
  };
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
