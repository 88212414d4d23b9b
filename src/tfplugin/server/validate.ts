/** Validates a configuration offline: first by its schema, then by the definition's validate(). */
import { runHandler } from "./run-handler";
import { type Entry, type Instance } from "./instance";
import { readObject } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type HandlerContext } from "../author/handler-context";
import { type DynamicValue, type Diagnostic as WireDiagnostic } from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type ConfigOf } from "../schema/views";

interface Validatable {
  readonly schema: Schema;
  validate?(request: HandlerContext & { readonly config: ConfigOf<Schema> }): void | Promise<void>;
}

export async function validate<S>(
  { log }: Instance<S>,
  { definition, attributeType, ctyType }: Entry<Validatable>,
  name: string,
  message: DynamicValue | undefined,
): Promise<{ diagnostics: WireDiagnostic[] }> {
  const { diagnostics } = await runHandler(`Validating the configuration of ${name}`, log, async (found) => {
    const config = readObject(message, ctyType);
    if (config === null) return;
    checkConfig(definition.schema.attributes, config, found);
    // Handlers never receive values that do not match the schema.
    if (found.hasErrors) return;
    await definition.validate?.({
      config: toHandlerValue(config, attributeType) as ConfigOf<Schema>,
      diagnostics: found,
      log,
    });
  });
  return { diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}
