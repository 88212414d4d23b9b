/** PlanAction and InvokeAction. */
import { toSafeLine } from "../../diagnostics";
import { type HandlerContext } from "../diagnostics";
import { type InvokeAction_Event, type InvokeAction_Event_Completed } from "../protocol/generated/tfplugin6";
import { type ProviderAction } from "../provider";
import { toValues } from "../schema/handler-value";
import { respond, type Rpc, untilAborted } from "./respond";
import { readArguments } from "./values";

export const planAction: Rpc<"planAction"> = (instance, { actionType, config: message }) => {
  const operation = `Planning the action ${actionType}`;
  const find = () => instance.action(actionType);
  return respond(instance, operation, find, {}, async (action, context) => {
    const config = toValues(readArguments(message, action.schema), action.schema);
    await action.plan?.({ ...context, config, session: instance.session });
    return {};
  });
};

/** The action continues after Terraform disconnected until its handler reacts to the signal, so that it can complete what it started. */
export const invokeAction: Rpc<"invokeAction"> = async (
  instance,
  { actionType, config: message },
  responses,
) => {
  const operation = `Invoking the action ${actionType}`;
  const signal = AbortSignal.any([instance.signal, responses.signal]);
  const progress = (text: string) => {
    const event: InvokeAction_Event = {
      type: { $case: "progress", progress: { message: toSafeLine(text) } },
    };
    return untilAborted(signal, responses.send(event));
  };
  const find = () => instance.action(actionType);
  const invoke = async (action: ProviderAction, context: HandlerContext) => {
    const config = toValues(readArguments(message, action.schema), action.schema);
    const session = instance.requireSession(operation);
    await action.invoke({ ...context, config, session, progress, signal });
    return {};
  };
  const completed: InvokeAction_Event_Completed = await respond(instance, operation, find, {}, invoke);
  await responses.send({ type: { $case: "completed", completed } });
};
