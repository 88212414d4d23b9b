/** Validates configurations offline, and creates the session from the provider configuration. */
import { type Awaitable, type HandlerContext } from "../author/handler-context";
import { type Diagnostic, type DynamicValue } from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { type ConfigOf } from "../schema/views";
import { type Entry, type Instance } from "./instance";
import { respond, type Rpc } from "./respond";
import { readArguments, readObject } from "./values";

interface Validatable {
  readonly schema: Schema;
  validate?(request: HandlerContext & { readonly config: ConfigOf<Schema> }): Awaitable<void>;
}

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
  find: (instance: Instance, typeName: string) => Entry<Validatable>,
): (instance: Instance, request: ValidateRequest) => Promise<{ diagnostics: Diagnostic[] }> {
  return (instance, { typeName = "", config: message }) =>
    respond(
      instance,
      `Validating the configuration of ${label}${typeName}`,
      () => find(instance, typeName),
      {},
      async ({ definition, attributeType }, diagnostics) => {
        const config = readObject(message, attributeType);
        // Handlers never receive values that do not match the schema.
        if (config === null || !checkConfig(definition.schema.attributes, config, diagnostics)) return {};
        const value = toValues(config, attributeType);
        await definition.validate?.({ config: value, diagnostics, log: instance.log });
        return {};
      },
    );
}

export const configureProvider: Rpc<"configureProvider"> = (
  instance,
  { config: message, terraformVersion },
) => {
  const { provider, environment } = instance;
  instance.resetSignal();
  instance.session = undefined;
  const operation = "Configuring the provider";
  return respond(
    instance,
    operation,
    () => provider,
    {},
    async ({ definition, attributeType }, diagnostics) => {
      const config = readArguments(message, provider);
      // Terraform validates the configuration, but a message may still omit a required value.
      if (!checkConfig(definition.schema.attributes, config, diagnostics)) return {};
      const session = await definition.configure({
        ...instance.context(diagnostics),
        config: toValues(config, attributeType),
        terraformVersion,
        environment,
      });
      if (!diagnostics.hasErrors) instance.session = session;
      return {};
    },
  );
};
