/** Defines data sources. */
import { type Schema } from "../schema/schema";
import { type ArgumentsOf, type ConfigOf, type StateOf } from "../schema/views";
import { type Awaitable, type HandlerContext, type CancelableContext } from "./handler-context";

export interface DataSourceDefinition<Session, S extends Schema> {
  readonly typeName: string;
  readonly schema: S;
  validate?(request: HandlerContext & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /** Reads the data. Returns the arguments and the computed attributes, or undefined with an error. */
  read(
    request: CancelableContext & { readonly session: Session; readonly config: ArgumentsOf<S> },
  ): Awaitable<StateOf<S> | undefined>;
}

/** A data source whose schema type is erased. */
export type DataSource<Session = unknown> = DataSourceDefinition<Session, Schema>;

/**
 * Defines a data source, in two calls like `resource`.
 * @example const shelf = dataSource<Shop>()({ typeName: "pantry_shelf", schema: shelfSchema, read });
 */
export function dataSource<Session>(): <S extends Schema>(
  definition: DataSourceDefinition<Session, S>,
) => DataSource<Session> {
  // This erases S. It is sound because the framework converts all values by definition.schema.
  return (definition) => definition;
}
