/** What the environment offers to refer to. Each list is fetched once, when it is first asked for. */
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

  /** @param signal ends the lists that are under way */
  constructor(
    client: ServiceClient,
    private readonly signal?: AbortSignal,
  ) {
    this.destinations = once(() => client.listDestinations(signal));
    this.#client = client;
    this.hosts = once(async () => (await this.hostsSeenSince()).filter((host) => !host.isDeleted));
    this.integrations = once(() => client.listIntegrations(signal));
    this.policies = once(() => client.listPolicies(signal));
    this.durations = once(() => client.listDurations(signal));
  }

  /** Hosts with their tags, deleted ones included. @param from as the service takes it; all hosts when left out */
  hostsSeenSince(from?: number): Promise<readonly Host[]> {
    const read =
      this.#hostsSeenSince.get(from) ??
      once(() => this.#client.listHosts({ from, withTags: true }, this.signal));
    this.#hostsSeenSince.set(from, read);
    return read();
  }

  /** Just the kinds that are needed, asked for together. */
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

/** Calls `read` once and shares the answer; a failure is not kept. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}
