/** ReadDataSource. */
import { attempt } from "./attempt";
import { type Instance } from "./instance";
import { readObject, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { withDefaults } from "../plan/propose";
import { type ReadDataSource_Request, type ReadDataSource_Response } from "../protocol/generated/tfplugin6";
import { fromDomain } from "../schema/from-domain";
import { type Schema } from "../schema/schema";
import { toDomain } from "../schema/to-domain";
import { type ArgumentsOf } from "../schema/views";

export async function readDataSource<S>(
  instance: Instance<S>,
  request: ReadDataSource_Request,
): Promise<ReadDataSource_Response> {
  const { definition, shape, type } = instance.dataSource(request.typeName);
  const { log, signal } = instance;
  const what = `Reading data.${request.typeName}`;
  const { result, diagnostics } = await attempt(what, log, async (found) => {
    const config = withDefaults(definition.schema.attributes, readObject(request.config, type) ?? new Map());
    const state = await definition.read({
      // Converted by the data source's own schema, whose types the framework no longer has.
      config: toDomain(config, shape) as ArgumentsOf<Schema>,
      session: instance.requireSession(what),
      diagnostics: found,
      signal,
      log,
    });
    if (state !== undefined) return writeValue(fromDomain(state, shape, [config]), type);
    if (found.hasErrors) return undefined;
    throw new Error(`The handler of data.${request.typeName} returned neither a state nor an error.`);
  });
  return { state: result, diagnostics: toWireDiagnostics(diagnostics.all, shape) };
}
