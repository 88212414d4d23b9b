/** CallFunction. Its errors are texts, optionally about one argument; there are no diagnostics. */
import { type Instance } from "./instance";
import { readValue, writeValue } from "./values";
import { FunctionError } from "../author/provider-function";
import { CodecError } from "../cty/codec-error";
import { type CallFunction_Request, type CallFunction_Response } from "../protocol/generated/tfplugin6";
import { fromDomain } from "../schema/from-domain";
import { ctyTypeOf } from "../schema/shape";
import { toDomain } from "../schema/to-domain";

export async function callFunction<S>(
  { provider, log }: Instance<S>,
  request: CallFunction_Request,
): Promise<CallFunction_Response> {
  const { functions = {} } = provider.definition;
  const definition = Object.hasOwn(functions, request.name) ? functions[request.name] : undefined;
  if (definition === undefined) return failure(`The provider has no function "${request.name}".`);
  try {
    const values = definition.parameters.map(({ type }, index) =>
      readArgument(index, () => readValue(request.arguments[index], ctyTypeOf(type.shape))),
    );
    const args = definition.parameters.map(({ type }, index) =>
      readArgument(index, () => toDomain(values[index] ?? null, type.shape)),
    );
    const { shape } = definition.returns;
    const result = fromDomain(await definition.call(...args), shape, values);
    return { result: writeValue(result, ctyTypeOf(shape)), error: undefined };
  } catch (error) {
    if (error instanceof FunctionError) return failure(error.message, error.argument);
    const stack = error instanceof Error ? error.stack : String(error);
    log.debug("unexpected exception", { operation: `function ${request.name}`, stack });
    return failure(
      `The function ${request.name} failed unexpectedly: a bug in the provider (see TF_LOG=debug).`,
    );
  }
}

function readArgument<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CodecError ? new FunctionError(error.message, index) : error;
  }
}

function failure(text: string, argument?: number): CallFunction_Response {
  return { result: undefined, error: { text, functionArgument: argument } };
}
