/** GenerateResourceConfig: the configuration that describes a state, for `-generate-config-out`. */
import { type Entry, type Instance } from "./instance";
import { resourceDefaults } from "./resource-defaults";
import { runHandler } from "./run-handler";
import { readObject, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type Resource } from "../author/resource";
import { type CtyObject, type CtyValue, valuesEqual } from "../cty/value";
import { configFromState } from "../plan/config-from-state";
import {
  type GenerateResourceConfig_Request,
  type GenerateResourceConfig_Response,
} from "../protocol/generated/tfplugin6";
import { ctyTypeOf } from "../schema/attribute-type";

export async function generateResourceConfig<S>(
  instance: Instance<S>,
  { typeName, state }: GenerateResourceConfig_Request,
): Promise<GenerateResourceConfig_Response> {
  const entry = instance.resource(typeName);
  const { attributeType, ctyType } = entry;
  const operation = `Generating the configuration of ${typeName}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, () => {
    const value = readObject(state, ctyType);
    // Terraform generates a block for a listed object without a state too.
    return writeValue(value === null ? null : configOf(entry, value, instance.session), ctyType);
  });
  return { config: result, diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}

/** Omits what the resource's `defaults()` returns too. */
function configOf<S>(
  entry: Entry<Resource<S>>,
  state: CtyObject,
  session: Instance<S>["session"],
): CtyObject {
  const { definition, attributeType } = entry;
  const { attributes } = definition.schema;
  const config = configFromState(attributes, state);
  const mayFollow = (name: string) =>
    attributes[name]?.rules.computed === true && attributes[name].rules.default === undefined;
  const defaults = resourceDefaults(entry, omit(config, mayFollow), state, session);
  return omit(config, (name, value) => {
    const field = attributeType.fields[name];
    const byDefault = defaults.get(name);
    return field !== undefined && byDefault !== undefined && valuesEqual(value, byDefault, ctyTypeOf(field));
  });
}

function omit(config: CtyObject, isOmitted: (name: string, value: CtyValue) => boolean): CtyObject {
  return new Map(
    [...config].map(([name, value]): [string, CtyValue] => [name, isOmitted(name, value) ? null : value]),
  );
}
