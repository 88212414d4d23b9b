/** ReadDataSource: reads with defaults filled in. */
import { runHandler } from "./run-handler";
import { type Instance } from "./instance";
import { readObject, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { withDefaults } from "../plan/propose";
import { type ReadDataSource_Request, type ReadDataSource_Response } from "../protocol/generated/tfplugin6";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type ArgumentsOf } from "../schema/views";

export async function readDataSource<S>(
  instance: Instance<S>,
  request: ReadDataSource_Request,
): Promise<ReadDataSource_Response> {
  const { definition, attributeType, ctyType } = instance.dataSource(request.typeName);
  const { log, signal } = instance;
  const operation = `Reading data.${request.typeName}`;
  const { result, diagnostics } = await runHandler(operation, log, async (found) => {
    const config = withDefaults(
      definition.schema.attributes,
      readObject(request.config, ctyType) ?? new Map(),
    );
    const state = await definition.read({
      // Values are converted by the data source's schema, whose types are erased here.
      config: toHandlerValue(config, attributeType) as ArgumentsOf<Schema>,
      session: instance.requireSession(operation),
      diagnostics: found,
      signal,
      log,
    });
    if (state !== undefined) return writeValue(fromHandlerValue(state, attributeType, [config]), ctyType);
    if (found.hasErrors) return undefined;
    throw new Error(`The handler of data.${request.typeName} returned neither a state nor an error.`);
  });
  return { state: result, diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}
