/** GenerateResourceConfig: the configuration that describes a state, for `-generate-config-out`. */
import { type Instance } from "./instance";
import { runHandler } from "./run-handler";
import { readObject, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { configFromState } from "../plan/config-from-state";
import {
  type GenerateResourceConfig_Request,
  type GenerateResourceConfig_Response,
} from "../protocol/generated/tfplugin6";

export async function generateResourceConfig<S>(
  instance: Instance<S>,
  { typeName, state }: GenerateResourceConfig_Request,
): Promise<GenerateResourceConfig_Response> {
  const { definition, attributeType, ctyType } = instance.resource(typeName);
  const operation = `Generating the configuration of ${typeName}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, () => {
    const value = readObject(state, ctyType);
    // Terraform generates a block for a listed object without a state too.
    return writeValue(value === null ? null : configFromState(definition.schema.attributes, value), ctyType);
  });
  return { config: result, diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}
