/** CallFunction. It returns an error text instead of diagnostics, optionally for one argument. */
import { toSafeLines } from "../../diagnostics";
import { CodecError } from "../cty/value";
import { type CallFunction_Response } from "../protocol/generated/tfplugin6";
import { FunctionError } from "../provider";
import { fromHandlerValue, toHandlerValue } from "../schema/handler-value";
import { type Rpc } from "./respond";
import { readValue, writeValue } from "./values";

export const callFunction: Rpc<"callFunction"> = async ({ provider, log }, request) => {
  const { functions = {} } = provider;
  const definition = Object.hasOwn(functions, request.name) ? functions[request.name] : undefined;
  if (definition === undefined) return failure(`The provider has no function "${request.name}".`);
  try {
    const values = definition.parameters.map(({ type }, index) =>
      readArgument(index, () => readValue(request.arguments[index], type.attributeType)),
    );
    const args = definition.parameters.map(({ type }, index) =>
      readArgument(index, () => toHandlerValue(values[index] ?? null, type.attributeType)),
    );
    const { attributeType } = definition.returns;
    const result = fromHandlerValue(await definition.call(...args), attributeType, values);
    return { result: writeValue(result), error: undefined };
  } catch (error) {
    if (error instanceof FunctionError) return failure(error.message, error.argument);
    const stack = error instanceof Error ? error.stack : String(error);
    log.debug("unexpected exception", { operation: `function ${request.name}`, stack });
    return failure(
      `The function ${request.name} failed with an unexpected error. This is a bug in the provider. Run again with TF_LOG=debug to log the stack trace.`,
    );
  }
};

function readArgument<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CodecError ? new FunctionError(error.message, index) : error;
  }
}

/** Terraform adds the final period. */
function failure(text: string, argument?: number): CallFunction_Response {
  const sentence = toSafeLines(text).replace(/\.$/, "");
  return { result: undefined, error: { text: sentence, functionArgument: argument } };
}
