/** ConfigureProvider: creates the session from the provider configuration. */
import { runHandler } from "./run-handler";
import { type Instance } from "./instance";
import { readObject } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { withDefaults } from "../plan/propose";
import {
  type ConfigureProvider_Request,
  type ConfigureProvider_Response,
} from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type DraftArgumentsOf } from "../schema/views";

export async function configureProvider<S>(
  instance: Instance<S>,
  request: ConfigureProvider_Request,
): Promise<ConfigureProvider_Response> {
  const { definition, attributeType, ctyType } = instance.provider;
  instance.resetSignal();
  const { result, diagnostics } = await runHandler("Configuring the provider", instance.log, (found) => {
    const config = withDefaults(
      definition.schema.attributes,
      readObject(request.config, ctyType) ?? new Map(),
    );
    // Terraform validates the configuration, but a message may still omit a required value.
    checkConfig(definition.schema.attributes, config, found);
    if (found.hasErrors) return undefined;
    return definition.configure({
      config: toHandlerValue(config, attributeType) as DraftArgumentsOf<Schema>,
      terraformVersion: request.terraformVersion,
      environment: instance.environment,
      diagnostics: found,
      signal: instance.signal,
      log: instance.log,
    });
  });
  instance.session = diagnostics.hasErrors ? undefined : result;
  return { diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}
