/** One provider being served: its catalog by type name, and what configuration has made of it. */
import { type DataSource } from "../author/data-source";
import { type Provider } from "../author/provider";
import { type Resource } from "../author/resource";
import { type CtyType } from "../cty/type";
import { DiagnosticsError } from "../diagnostics";
import { type Log } from "../log";
import { type Schema } from "../schema/schema";
import { ctyTypeOf, shapeOfAttributes, type ObjectShape } from "../schema/shape";

/** Something with a schema, together with what the schema says about its values. */
export interface Entry<D> {
  readonly definition: D;
  readonly shape: ObjectShape;
  readonly type: CtyType;
}

export interface InstanceOptions {
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export class Instance<Session> {
  readonly provider: Entry<Provider<Session>>;
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly #resources: ReadonlyMap<string, Resource<Session>>;
  readonly #dataSources: ReadonlyMap<string, DataSource<Session>>;
  readonly #entries = new Map<object, Entry<unknown>>();
  #stopping = new AbortController();

  /** What `configure` made; undefined before, and while the configuration holds unknown values. */
  session: Session | undefined;

  constructor(provider: Provider<Session>, options: InstanceOptions) {
    this.provider = entryOf(provider);
    this.log = options.log;
    this.environment = options.environment;
    this.#resources = byTypeName(provider.resources);
    this.#dataSources = byTypeName(provider.dataSources ?? []);
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  stop(): void {
    this.#stopping.abort(new Error("Terraform was interrupted."));
  }

  /** A process that is reused (reattach mode) may be configured again after it was stopped. */
  startAnew(): void {
    if (this.signal.aborted) this.#stopping = new AbortController();
  }

  resource(typeName: string): Entry<Resource<Session>> {
    return this.#entry(typeName, this.#resources.get(typeName), "resource");
  }

  dataSource(typeName: string): Entry<DataSource<Session>> {
    return this.#entry(typeName, this.#dataSources.get(typeName), "data source");
  }

  /** Throws a DiagnosticsError where a handler cannot do without a session. */
  requireSession(what: string): Session {
    if (this.session !== undefined) return this.session;
    throw new DiagnosticsError({
      summary: "The provider is not configured",
      detail:
        `${what} needs the provider's configuration, parts of which are not known yet. Give the provider values that ` +
        "are known before anything is applied, or apply what they depend on first (terraform apply -target=...).",
    });
  }

  /** Shapes are made when first asked for: most processes serve a few types only. */
  #entry<D extends { readonly schema: Schema }>(
    typeName: string,
    definition: D | undefined,
    kind: string,
  ): Entry<D> {
    if (definition === undefined) {
      throw new DiagnosticsError({ summary: `The provider has no ${kind} "${typeName}".` });
    }
    const known = this.#entries.get(definition);
    // The key is the definition itself, so what is found under it is of its type.
    if (known !== undefined) return known as Entry<D>;
    const entry = entryOf(definition);
    this.#entries.set(definition, entry);
    return entry;
  }
}

function entryOf<D extends { readonly schema: Schema }>(definition: D): Entry<D> {
  const shape = shapeOfAttributes(definition.schema.attributes);
  return { definition, shape, type: ctyTypeOf(shape) };
}

function byTypeName<D extends { readonly typeName: string }>(
  definitions: readonly D[],
): ReadonlyMap<string, D> {
  const map = new Map(definitions.map((definition) => [definition.typeName, definition]));
  if (map.size === definitions.length) return map;
  throw new Error("Two resources or two data sources of the provider share one type name.");
}
