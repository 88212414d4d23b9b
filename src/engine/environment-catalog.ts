/** The objects that alerts can refer to. Each list is fetched once, on first use. */
import { type ServiceClient } from "../client";
import { type Catalog } from "../reconcile";
import { type AlertDuration, type AlertOption, type Destination, type Host } from "../service";

export class EnvironmentCatalog {
  readonly destinations: () => Promise<readonly Destination[]>;
  /** Hosts that are not deleted. */
  readonly hosts: () => Promise<readonly Host[]>;
  readonly integrations: () => Promise<readonly AlertOption[]>;
  readonly policies: () => Promise<readonly AlertOption[]>;
  readonly durations: () => Promise<readonly AlertDuration[]>;

  readonly #client: ServiceClient;
  readonly #hostsSeenSince = new Map<number | undefined, () => Promise<readonly Host[]>>();

  /** @param signal cancels lists in flight */
  constructor(
    client: ServiceClient,
    private readonly signal?: AbortSignal,
  ) {
    this.#client = client;
    this.destinations = once(() => client.listDestinations(signal));
    this.hosts = once(async () => (await this.hostsSeenSince()).filter((host) => !host.isDeleted));
    this.integrations = once(() => client.listIntegrations(signal));
    this.policies = once(() => client.listPolicies(signal));
    this.durations = once(() => client.listDurations(signal));
  }

  /**
   * Hosts with their tags, including deleted ones.
   * @param from Unix seconds, or a negative number of seconds relative to now (GEN-4); all hosts if left out
   */
  hostsSeenSince(from?: number): Promise<readonly Host[]> {
    const list =
      this.#hostsSeenSince.get(from) ??
      once(() => this.#client.listHosts({ from, withTags: true }, this.signal));
    this.#hostsSeenSince.set(from, list);
    return list();
  }

  /** Fetches the needed lists concurrently. */
  async read(needs: ReadonlySet<keyof Catalog>): Promise<Catalog> {
    const [destinations, hosts, policies, durations] = await Promise.all([
      needs.has("destinations") ? this.destinations() : undefined,
      needs.has("hosts") ? this.hosts() : undefined,
      needs.has("policies") ? this.policies() : undefined,
      needs.has("durations") ? this.durations() : undefined,
    ]);
    return { destinations, hosts, policies, durations };
  }
}

/** Shares one result between all callers. A failure is not cached. */
function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= fetch().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
