/** Validates configurations offline, and creates the session from the provider configuration. */
import { type Awaitable, type HandlerContext } from "../author/handler-context";
import {
  type ConfigureProvider_Request,
  type ConfigureProvider_Response,
  type Diagnostic,
  type DynamicValue,
} from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { toValues } from "../schema/handler-value";
import { type Schema } from "../schema/schema";
import { type ConfigOf } from "../schema/views";
import { type Entry, type Instance } from "./instance";
import { respond } from "./respond";
import { readArguments, readObject } from "./values";

interface Validatable {
  readonly schema: Schema;
  validate?(request: HandlerContext & { readonly config: ConfigOf<Schema> }): Awaitable<void>;
}

/** Validates by the schema first, then by the definition's validate(). */
export function validate<S>(
  instance: Instance<S>,
  find: () => Entry<Validatable>,
  name: string,
  message: DynamicValue | undefined,
): Promise<{ diagnostics: Diagnostic[] }> {
  const operation = `Validating the configuration of ${name}`;
  return respond(instance, operation, find, {}, async ({ definition, attributeType }, diagnostics) => {
    const config = readObject(message, attributeType);
    if (config === null) return {};
    // Handlers never receive values that do not match the schema.
    if (!checkConfig(definition.schema.attributes, config, diagnostics)) return {};
    const value = toValues(config, attributeType);
    await definition.validate?.({ config: value, diagnostics, log: instance.log });
    return {};
  });
}

export function configureProvider<S>(
  instance: Instance<S>,
  { config: message, terraformVersion }: ConfigureProvider_Request,
): Promise<ConfigureProvider_Response> {
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
}
