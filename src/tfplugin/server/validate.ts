/** Offline checks of a configuration: first the schema's own, then the author's. */
import { attempt } from "./attempt";
import { type Entry, type Instance } from "./instance";
import { readObject } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type Offline } from "../author/request";
import { type DynamicValue, type Diagnostic as WireDiagnostic } from "../protocol/generated/tfplugin6";
import { checkConfig } from "../schema/check-config";
import { type Schema } from "../schema/schema";
import { toDomain } from "../schema/to-domain";
import { type ConfigOf } from "../schema/views";

interface Checkable {
  readonly schema: Schema;
  validate?(request: Offline & { readonly config: ConfigOf<Schema> }): void | Promise<void>;
}

export async function validate<S>(
  { log }: Instance<S>,
  { definition, shape, type }: Entry<Checkable>,
  name: string,
  message: DynamicValue | undefined,
): Promise<{ diagnostics: WireDiagnostic[] }> {
  const { diagnostics } = await attempt(`Checking the configuration of ${name}`, log, async (found) => {
    const config = readObject(message, type);
    if (config === null) return;
    checkConfig(definition.schema.attributes, config, found);
    // What the schema refuses, handlers never see.
    if (found.hasErrors) return;
    await definition.validate?.({
      config: toDomain(config, shape) as ConfigOf<Schema>,
      diagnostics: found,
      log,
    });
  });
  return { diagnostics: toWireDiagnostics(diagnostics.all, shape) };
}
