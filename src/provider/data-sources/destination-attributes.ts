/** What the data sources show of a destination. Its settings are no part of it: they may be secrets. */
import { type Destination, destinationDescriptions as meaning } from "../../service";
import { attribute as a } from "../../tfplugin";

/** All but `id` and `name`. */
export const destinationAttributes = {
  integration: a.integer({ computed: true, nullable: true, description: meaning.integration }),
  status: a.integer({ computed: true, nullable: true, description: meaning.status }),
  updated: a.integer({ computed: true, nullable: true, description: meaning.updated }),
};

export function destinationValues({ id, name, integration, status, updated }: Destination) {
  // The service may know one without a name.
  return {
    id,
    name: name ?? "",
    integration: integration ?? null,
    status: status ?? null,
    updated: updated ?? null,
  };
}
