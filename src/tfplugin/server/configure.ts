/** The provider's own configuration becomes a session. */
import { attempt } from "./attempt";
import { type Instance } from "./instance";
import { readObject } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { withDefaults } from "../plan/propose";
import {
  type ConfigureProvider_Request,
  type ConfigureProvider_Response,
} from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";
import { toDomain } from "../schema/to-domain";
import { type DraftArgumentsOf } from "../schema/views";

export async function configureProvider<S>(
  instance: Instance<S>,
  request: ConfigureProvider_Request,
): Promise<ConfigureProvider_Response> {
  const { definition, shape, type } = instance.provider;
  instance.startAnew();
  const { result, diagnostics } = await attempt("Configuring the provider", instance.log, (found) => {
    const config = withDefaults(definition.schema.attributes, readObject(request.config, type) ?? new Map());
    return definition.configure({
      config: toDomain(config, shape) as DraftArgumentsOf<Schema>,
      terraformVersion: request.terraformVersion,
      environment: instance.environment,
      diagnostics: found,
      signal: instance.signal,
      log: instance.log,
    });
  });
  instance.session = diagnostics.hasErrors ? undefined : result;
  return { diagnostics: toWireDiagnostics(diagnostics.all, shape) };
}
