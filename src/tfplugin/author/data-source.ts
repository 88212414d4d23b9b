/** The face of the framework for authors of data sources. */
import { type Schema } from "../schema/schema";
import { type ArgumentsOf, type ConfigOf, type StateOf } from "../schema/views";
import { type Awaitable, type Offline, type Online } from "./request";

export interface DataSourceDefinition<Session, S extends Schema> {
  readonly typeName: string;
  readonly schema: S;
  validate?(request: Offline & { readonly config: ConfigOf<S> }): Awaitable<void>;
  /** Looks it up. Returns the arguments together with what was found; undefined only beside an error. */
  read(
    request: Online & { readonly session: Session; readonly config: ArgumentsOf<S> },
  ): Awaitable<StateOf<S> | undefined>;
}

/** As the framework holds it, without the schema's types. */
export interface DataSource<Session> extends DataSourceDefinition<Session, Schema> {
  readonly kind: "data source";
}

/** `dataSource<Session>()({...})`, for the same reason as `resource`. */
export function dataSource<Session>(): <S extends Schema>(
  definition: DataSourceDefinition<Session, S>,
) => DataSource<Session> {
  // The cast forgets S; values are converted by definition.schema before every call.
  return (definition) => ({
    ...(definition as unknown as DataSourceDefinition<Session, Schema>),
    kind: "data source",
  });
}
