/** PlanAction and InvokeAction. */
import { type Entry, type Instance } from "./instance";
import { runHandler } from "./run-handler";
import { untilAborted } from "./until-aborted";
import { readObject } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { toSafeLine } from "../../diagnostics";
import { type Action } from "../author/action";
import { type Diagnostics } from "../diagnostics";
import { type ResponseStream } from "../grpc/service";
import { withDefaults } from "../plan/propose";
import {
  type InvokeAction_Event,
  type InvokeAction_Request,
  type PlanAction_Request,
  type PlanAction_Response,
} from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";
import { toHandlerValue } from "../schema/to-handler-value";
import { type ArgumentsOf, type ConfigOf } from "../schema/views";

export async function planAction<S>(
  instance: Instance<S>,
  { actionType, config: message }: PlanAction_Request,
): Promise<PlanAction_Response> {
  const { definition, attributeType, ctyType } = instance.action(actionType);
  const { session, signal, log } = instance;
  const { diagnostics } = await runHandler(`Planning the action ${actionType}`, log, async (found) => {
    const config = readObject(message, ctyType) ?? new Map();
    await definition.plan?.({
      // Values are converted by the action's schema, whose types are erased here.
      config: toHandlerValue(config, attributeType) as ConfigOf<Schema>,
      session,
      diagnostics: found,
      signal,
      log,
    });
  });
  return { diagnostics: toWireDiagnostics(diagnostics.all, attributeType) };
}

/** The action continues after Terraform disconnected until its handler reacts to the signal, so that it can complete what it started. */
export async function invokeAction<S>(
  instance: Instance<S>,
  request: InvokeAction_Request,
  responses: ResponseStream<InvokeAction_Event>,
): Promise<void> {
  const operation = `Invoking the action ${request.actionType}`;
  const { result, diagnostics } = await runHandler(operation, instance.log, async () => {
    const entry = instance.action(request.actionType);
    const { diagnostics } = await runHandler(operation, instance.log, (found) =>
      invoke(instance, entry, request, responses, found),
    );
    return toWireDiagnostics(diagnostics.all, entry.attributeType);
  });
  const all = result ?? toWireDiagnostics(diagnostics.all, { kind: "object", fields: {} });
  await responses.send({ type: { $case: "completed", completed: { diagnostics: all } } });
}

async function invoke<S>(
  instance: Instance<S>,
  { definition, attributeType, ctyType }: Entry<Action<S>>,
  { config: message }: InvokeAction_Request,
  responses: ResponseStream<InvokeAction_Event>,
  diagnostics: Diagnostics,
): Promise<void> {
  const config = withDefaults(definition.schema.attributes, readObject(message, ctyType) ?? new Map());
  const signal = AbortSignal.any([instance.signal, responses.signal]);
  await definition.invoke({
    // Values are converted by the action's schema, whose types are erased here.
    config: toHandlerValue(config, attributeType) as ArgumentsOf<Schema>,
    session: instance.requireSession(`Invoking the action ${definition.typeName}`),
    progress(text) {
      const progress = { message: toSafeLine(text) };
      return untilAborted(signal, responses.send({ type: { $case: "progress", progress } }));
    },
    diagnostics,
    signal,
    log: instance.log,
  });
}
