/** Attributes of a destination in data sources. They exclude its settings, which may be secrets. */
import { type Destination, destinationDescriptions as descriptions } from "../../service";
import { attribute as a } from "../../tfplugin";

/** All attributes except `id` and `name`. */
export const destinationAttributes = {
  integration: a.integer({ computed: true, nullable: true, description: descriptions.integration }),
  status: a.integer({ computed: true, nullable: true, description: descriptions.status }),
  updated: a.integer({ computed: true, nullable: true, description: descriptions.updated }),
};

export function destinationValues({ id, name, integration, status, updated }: Destination) {
  return {
    id,
    // The service may return a destination without a name.
    name: name ?? "",
    integration: integration ?? null,
    status: status ?? null,
    updated: updated ?? null,
  };
}
