/** Defines actions: operations without a state, run by `action_trigger` or `terraform apply -invoke`. */
import { type Schema } from "../schema/schema";
import { type ArgumentsOf, type ConfigOf } from "../schema/views";
import { type Awaitable, type CancelableContext, type HandlerContext } from "./handler-context";

export interface ActionPlanRequest<Session, S> extends CancelableContext {
  readonly config: ConfigOf<S>;
  /** Undefined while the provider configuration contains unknown values. */
  readonly session: Session | undefined;
}

export interface InvokeRequest<Session, S> extends CancelableContext {
  readonly session: Session;
  readonly config: ArgumentsOf<S>;
  /** Shows a line in Terraform's output. Resolves when Terraform can receive another one. */
  readonly progress: (message: string) => Promise<void>;
}

export interface ActionDefinition<Session, S extends Schema> {
  /** With the prefix of the provider: "pantry_count". */
  readonly typeName: string;
  readonly schema: S;
  /** Validates combinations of attributes offline. It runs several times. Ignore unknown values. */
  validate?(request: HandlerContext & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /** Reports what can be known before the action is invoked. It must not change anything. */
  plan?(request: ActionPlanRequest<Session, S>): Awaitable<void>;
  /** Performs the action. It failed if `diagnostics` contains an error. */
  invoke(request: InvokeRequest<Session, S>): Awaitable<void>;
}

/** An action whose schema type is erased. */
export type Action<Session = unknown> = ActionDefinition<Session, Schema>;

/**
 * Defines an action, in two calls like `resource`.
 * @example const count = action<Shop>()({ typeName: "pantry_count", schema: countSchema, invoke });
 */
export function action<Session>(): <S extends Schema>(
  definition: ActionDefinition<Session, S>,
) => Action<Session> {
  // This erases S. It is sound because the framework converts all values by definition.schema.
  return (definition) => definition;
}
