/** OpenEphemeralResource, RenewEphemeralResource and CloseEphemeralResource. */
import { type Instance } from "./instance";
import { runHandler } from "./run-handler";
import { readObject, readPrivate, writePrivate, writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { withDefaults } from "../plan/propose";
import {
  type CloseEphemeralResource_Request,
  type CloseEphemeralResource_Response,
  type OpenEphemeralResource_Request,
  type OpenEphemeralResource_Response,
  type RenewEphemeralResource_Request,
  type RenewEphemeralResource_Response,
  type Timestamp,
} from "../protocol/generated/tfplugin6";
import { fromHandlerValue } from "../schema/from-handler-value";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type ArgumentsOf } from "../schema/views";

const emptyPrivate = Buffer.alloc(0);

export async function openEphemeralResource<S>(
  instance: Instance<S>,
  request: OpenEphemeralResource_Request,
): Promise<OpenEphemeralResource_Response> {
  const { definition, attributeType, ctyType } = instance.ephemeral(request.typeName);
  const { log, signal } = instance;
  const operation = `Opening ephemeral.${request.typeName}`;
  const { result, diagnostics } = await runHandler(operation, log, async (found) => {
    const config = withDefaults(
      definition.schema.attributes,
      readObject(request.config, ctyType) ?? new Map(),
    );
    const opened = await definition.open({
      // Values are converted by the schema of the ephemeral resource, whose types are erased here.
      config: toHandlerValue(config, attributeType) as ArgumentsOf<Schema>,
      session: instance.requireSession(operation),
      diagnostics: found,
      signal,
      log,
    });
    if (opened === undefined) {
      if (found.hasErrors) return undefined;
      throw new Error(`The handler of ephemeral.${request.typeName} returned neither a value nor an error.`);
    }
    return {
      result: writeValue(fromHandlerValue(opened.value, attributeType, [config]), ctyType),
      renewAt: toTimestamp(opened.renewAt),
      private: writePrivate(opened.private, emptyPrivate),
    };
  });
  return {
    result: result?.result,
    renewAt: result?.renewAt,
    private: result?.private,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  };
}

export async function renewEphemeralResource<S>(
  instance: Instance<S>,
  request: RenewEphemeralResource_Request,
): Promise<RenewEphemeralResource_Response> {
  const { definition, attributeType } = instance.ephemeral(request.typeName);
  const { log, signal } = instance;
  const previous = request.private ?? emptyPrivate;
  const operation = `Renewing ephemeral.${request.typeName}`;
  const { result, diagnostics } = await runHandler(operation, log, async (found) => {
    const session = instance.requireSession(operation);
    const opened = { private: readPrivate(previous), session, diagnostics: found, signal, log };
    const renewed = await definition.renew?.(opened);
    return { renewAt: toTimestamp(renewed?.renewAt), private: writePrivate(renewed?.private, previous) };
  });
  return {
    renewAt: result?.renewAt,
    private: result?.private ?? previous,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  };
}

export async function closeEphemeralResource<S>(
  instance: Instance<S>,
  request: CloseEphemeralResource_Request,
): Promise<CloseEphemeralResource_Response> {
  const { definition, attributeType } = instance.ephemeral(request.typeName);
  const { log, signal } = instance;
  const operation = `Closing ephemeral.${request.typeName}`;
  const { diagnostics } = await runHandler(operation, log, async (found) => {
    const session = instance.requireSession(operation);
    const opened = { private: readPrivate(request.private ?? emptyPrivate), session };
    await definition.close?.({ ...opened, diagnostics: found, signal, log });
  });
  return { diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}

function toTimestamp(date: Date | undefined): Timestamp | undefined {
  if (date === undefined) return undefined;
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}
