/** A definition as a definitions file spells it. JSON is YAML, so every text can be written as it is. */
import { type AlertDefinition } from "../../src/reconcile";

export function yamlOf(definition: AlertDefinition): string {
  const { name, annotations, policy, destinations, hosts, hostTypes, condition, renamedFrom } = definition;
  const written = {
    name,
    annotations,
    policy,
    destinations,
    hosts,
    host_types: hostTypes,
    ...(renamedFrom === undefined ? {} : { renamed_from: renamedFrom }),
    ...(condition.kind === "event"
      ? { event: { categories: condition.categories } }
      : {
          threshold: {
            alert_level: condition.alertLevel,
            metric: condition.metric,
            trigger: condition.trigger,
            duration: condition.duration,
            reset: condition.reset,
          },
        }),
  };
  return `\n  - ${JSON.stringify(written)}`;
}
