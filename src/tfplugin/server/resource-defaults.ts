/** Values that a resource's `defaults()` gives to attributes without a configured value. */
import { type Entry, type Instance } from "./instance";
import { type Resource } from "../author/resource";
import { within } from "../cty/codec-error";
import { type CtyObject, type CtyValue } from "../cty/value";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type ConfigOf, type StateOf } from "../schema/views";

/** @param prior null for a creation */
export function resourceDefaults<S>(
  { definition, attributeType }: Entry<Resource<S>>,
  config: CtyObject,
  prior: CtyObject | null,
  session: Instance<S>["session"],
): CtyObject {
  const defaults = definition.defaults?.({
    // Values are converted by the resource's schema, whose types are erased here.
    config: toHandlerValue(config, attributeType) as ConfigOf<Schema>,
    prior: prior === null ? null : (toHandlerValue(prior, attributeType) as StateOf<Schema>),
    session,
  });
  return new Map(
    Object.entries(defaults ?? {}).flatMap(([name, value]): [string, CtyValue][] => {
      const field = attributeType.fields[name];
      return field === undefined ? [] : [[name, within(name, () => fromHandlerValue(value, field, []))]];
    }),
  );
}
