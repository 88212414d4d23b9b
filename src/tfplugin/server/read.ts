/** ReadResource and ReadDataSource. */
import { isObject } from "../cty/value";
import { fromHandlerValue, toValues } from "../schema/handler-value";
import { identityOf } from "./identity";
import { respond, type Rpc } from "./respond";
import { readArguments, readObject, readPrivate, writePrivate, writeValue } from "./values";

/** Refreshes the stored state from the live object. */
export const readResource: Rpc<"readResource"> = (
  instance,
  { typeName, currentState, currentIdentity, private: storedPrivate },
) => {
  const stored = { newState: currentState, private: storedPrivate, newIdentity: currentIdentity };
  const find = () => instance.resource(typeName);
  return respond(instance, `Reading ${typeName}`, find, stored, async (entry, diagnostics) => {
    const { definition, attributeType } = entry;
    const { session } = instance;
    const current = readObject(currentState, attributeType);
    if (current === null) return stored;
    if (session === undefined) {
      diagnostics.warning({
        summary: `${typeName} was not refreshed`,
        detail:
          "The provider configuration contains values that are known only after apply, so the stored state is used.",
      });
      return stored;
    }
    const read = await definition.read({
      ...instance.context(diagnostics),
      state: toValues(current, attributeType),
      private: readPrivate(storedPrivate),
      session,
    });
    const state = read.state && fromHandlerValue(read.state, attributeType, [current]);
    const refreshed = {
      newState: writeValue(state),
      private: read.state === null ? Buffer.alloc(0) : writePrivate(read.private, storedPrivate),
      newIdentity: isObject(state) ? identityOf(instance, entry, state, diagnostics) : undefined,
    };
    // After an error, "deleted" is not certain, and must not remove the object from the state.
    return diagnostics.hasErrors ? stored : refreshed;
  });
};

export const readDataSource: Rpc<"readDataSource"> = (instance, { typeName, config: message }) => {
  const operation = `Reading data.${typeName}`;
  const find = () => instance.dataSource(typeName);
  return respond(instance, operation, find, { state: undefined }, async (entry, diagnostics) => {
    const { definition, attributeType } = entry;
    const config = readArguments(message, entry);
    const state = await definition.read({
      ...instance.context(diagnostics),
      config: toValues(config, attributeType),
      session: instance.requireSession(operation),
    });
    if (state !== undefined) return { state: writeValue(fromHandlerValue(state, attributeType, [config])) };
    if (diagnostics.hasErrors) return { state: undefined };
    throw new Error(`The handler of data.${typeName} returned neither a state nor an error.`);
  });
};
