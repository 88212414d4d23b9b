/** Validates configurations offline, and creates the session from the provider configuration. */
import { type Diagnostic, type DynamicValue } from "../protocol/generated/tfplugin6";
import { type Configurable } from "../resource";
import { checkConfig } from "../schema/check-config";
import { toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { type ProviderInstance } from "./provider-instance";
import { respond, type Rpc } from "./respond";
import { readArguments, readObject } from "./values";

interface ValidateRequest {
  readonly typeName?: string;
  readonly config: DynamicValue | undefined;
}

/**
 * Validates by the schema first, then by the definition's validate().
 * @param label names the definition in messages: the type name follows it
 */
export function validator(
  label: string,
  find: (instance: ProviderInstance, typeName: string) => Configurable<Schema>,
): (instance: ProviderInstance, request: ValidateRequest) => Promise<{ diagnostics: Diagnostic[] }> {
  return (instance, { typeName = "", config: message }) => {
    const operation = `Validating the configuration of ${label}${typeName}`;
    const findDefinition = () => find(instance, typeName);
    return respond(instance, operation, findDefinition, {}, async (definition, context) => {
      const { schema } = definition;
      const config = readObject(message, schema);
      // Handlers never receive values that do not match the schema.
      if (config === null || !checkConfig(schema.attributes, config, context.diagnostics)) return {};
      await definition.validate?.({ ...context, config: toValues(config, schema) });
      return {};
    });
  };
}

export const configureProvider: Rpc<"configureProvider"> = (
  instance,
  { config: message, terraformVersion },
) => {
  const { provider, environment } = instance;
  instance.reset();
  const operation = "Configuring the provider";
  const find = () => provider;
  return respond(instance, operation, find, {}, async (definition, context) => {
    const { schema } = definition;
    const { diagnostics } = context;
    const config = readArguments(message, schema);
    // Terraform validates the configuration, but a message may still omit a required value.
    if (!checkConfig(schema.attributes, config, diagnostics)) return {};
    const values = toValues(config, schema);
    const session = await definition.configure({ ...context, config: values, terraformVersion, environment });
    if (!diagnostics.hasErrors) instance.session = session;
    return {};
  });
};
