/** A served provider: its definitions by type name, and its session. */
import { type Action } from "../author/action";
import { type DataSource } from "../author/data-source";
import { type IdentityDefinition, type Resource } from "../author/resource";
import { type List } from "../author/list";
import { type Provider } from "../author/provider";
import { type ObjectType } from "../cty/type";
import { type Diagnostics, DiagnosticsError } from "../diagnostics";
import { type CancelableContext, type Log } from "../author/handler-context";
import { type Schema } from "../schema/schema";
import { objectTypeOf } from "../schema/attribute";

export type Identity = IdentityDefinition<Schema, Schema>;

/** A definition with a schema, and the type of its values. */
export interface Entry<D> {
  readonly definition: D;
  readonly attributeType: ObjectType;
}

export interface InstanceOptions {
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Definition {
  readonly typeName: string;
  readonly schema: Schema;
}

export class Instance {
  readonly provider: Entry<Provider>;
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly #entries = new Map<object, Entry<unknown>>();
  #stopping = new AbortController();

  /** Result of `configure`; undefined before it and while the configuration contains unknown values. */
  session: unknown;

  constructor(provider: Provider, options: InstanceOptions) {
    const { resources, dataSources = [], lists = [], actions = [] } = provider;
    for (const definitions of [resources, dataSources, lists, actions]) checkTypeNames(definitions);
    this.provider = entryOf(provider);
    this.log = options.log;
    this.environment = options.environment;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  context(diagnostics: Diagnostics): CancelableContext {
    return { diagnostics, signal: this.signal, log: this.log };
  }

  stop(): void {
    this.#stopping.abort(new Error("Terraform was interrupted."));
  }

  /** In reattach mode a process may be configured again after it was stopped. */
  resetSignal(): void {
    if (this.signal.aborted) this.#stopping = new AbortController();
  }

  resource(typeName: string): Entry<Resource> {
    return this.#find(this.provider.definition.resources, typeName, "resource");
  }

  dataSource(typeName: string): Entry<DataSource> {
    return this.#find(this.provider.definition.dataSources, typeName, "data source");
  }

  list(typeName: string): Entry<List> {
    return this.#find(this.provider.definition.lists, typeName, "list resource");
  }

  action(typeName: string): Entry<Action> {
    return this.#find(this.provider.definition.actions, typeName, "action");
  }

  identity({ definition: { identity } }: Entry<Resource>): Entry<Identity> | undefined {
    return identity && this.#entry(identity);
  }

  /** @throws DiagnosticsError if there is no session */
  requireSession(operation: string): unknown {
    if (this.session !== undefined) return this.session;
    throw new DiagnosticsError({
      summary: "The provider is not configured",
      detail:
        `${operation} requires the provider configuration, which contains values that are known only after apply. Use ` +
        "known values, or apply the resources that they depend on first (terraform apply -target=...).",
    });
  }

  #find<D extends Definition>(definitions: readonly D[] = [], typeName: string, kind: string): Entry<D> {
    const definition = definitions.find((candidate) => candidate.typeName === typeName);
    if (definition !== undefined) return this.#entry(definition);
    throw new DiagnosticsError({ summary: `The provider has no ${kind} "${typeName}".` });
  }

  /** Computes types on first use, because most processes serve only a few resource types. */
  #entry<D extends { readonly schema: Schema }>(definition: D): Entry<D> {
    // The key is the definition itself, so the entry has its type.
    const entry = (this.#entries.get(definition) as Entry<D> | undefined) ?? entryOf(definition);
    this.#entries.set(definition, entry);
    return entry;
  }
}

function entryOf<D extends { readonly schema: Schema }>(definition: D): Entry<D> {
  return { definition, attributeType: objectTypeOf(definition.schema.attributes) };
}

function checkTypeNames(definitions: readonly Definition[]): void {
  if (new Set(definitions.map(({ typeName }) => typeName)).size < definitions.length)
    throw new Error("Two definitions of the same kind have the same type name.");
}
