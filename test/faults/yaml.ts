/** Writes a definition as an entry of a definitions file. It writes JSON, which is valid YAML and needs no quoting rules. */
import { type AlertDefinition } from "../../src/reconcile";

export function yamlOf(definition: AlertDefinition): string {
  const { name, annotations, policy, destinations, hosts, host_types, condition, renamedFrom } = definition;
  const entry = {
    name,
    annotations,
    policy,
    destinations,
    hosts,
    host_types,
    ...(renamedFrom === undefined ? {} : { renamed_from: renamedFrom }),
    ...(condition.kind === "event"
      ? { event: { categories: condition.categories } }
      : {
          threshold: {
            alert_level: condition.alert_level,
            metric: condition.metric,
            trigger: condition.trigger,
            duration: condition.duration,
            reset: condition.reset,
          },
        }),
  };
  return `\n  - ${JSON.stringify(entry)}`;
}
