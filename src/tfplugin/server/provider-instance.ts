/** A served provider: its definitions by type name, and its session. */
import { DiagnosticsError, type Log } from "../diagnostics";
import { type DataSource, type List, type Provider, type ProviderAction } from "../provider";
import { type Resource } from "../resource";

export class ProviderInstance {
  #stopping = new AbortController();

  /** Result of `configure`; undefined before it and while the configuration contains unknown values. */
  session: unknown;

  constructor(
    readonly provider: Provider,
    readonly log: Log,
    readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  stop(): void {
    this.#stopping.abort(new Error("Terraform was interrupted."));
  }

  /** Prepares for a configuration, also after a stop: Pulumi can configure a stopped process again. */
  reset(): void {
    this.session = undefined;
    if (this.signal.aborted) this.#stopping = new AbortController();
  }

  resource(typeName: string): Resource {
    return find(this.provider.resources, typeName, "resource");
  }

  dataSource(typeName: string): DataSource {
    return find(this.provider.dataSources, typeName, "data source");
  }

  list(typeName: string): List {
    return find(this.provider.lists, typeName, "list resource");
  }

  action(typeName: string): ProviderAction {
    return find(this.provider.actions, typeName, "action");
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
}

function find<D extends { readonly typeName: string }>(
  definitions: readonly D[] = [],
  typeName: string,
  kind: string,
): D {
  const definition = definitions.find((candidate) => candidate.typeName === typeName);
  if (definition !== undefined) return definition;
  throw new DiagnosticsError({ summary: `The provider has no ${kind} "${typeName}".` });
}
