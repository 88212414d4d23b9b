/** The objects that alerts can refer to. Each list is fetched on first use. */
import { type ServiceClient } from "../../client";
import { type Catalog } from "../../reconcile";
import {
  type AlertDuration,
  type AlertOption,
  type AlertPolicy,
  type Destination,
  type Host,
} from "../../service";
import { type RunControl } from "../run-control";

/** The lists that were read. */
export interface EnvironmentObjects extends Catalog {
  readonly destinations?: readonly Destination[] | undefined;
  /** Including deleted ones. */
  readonly hosts?: readonly Host[] | undefined;
  readonly policies?: readonly AlertPolicy[] | undefined;
  readonly durations?: readonly AlertDuration[] | undefined;
}

export class EnvironmentCatalog {
  readonly destinations: () => Promise<readonly Destination[]>;
  /** Hosts that are not deleted. */
  readonly hosts: () => Promise<readonly Host[]>;
  readonly integrations: () => Promise<readonly AlertOption[]>;
  readonly policies: () => Promise<readonly AlertPolicy[]>;
  readonly durations: () => Promise<readonly AlertDuration[]>;

  readonly #client: ServiceClient;
  readonly #hostsSeenSince = new Map<number | undefined, () => Promise<readonly Host[]>>();

  constructor(
    client: ServiceClient,
    private readonly run: RunControl,
  ) {
    const { signal } = run;
    this.#client = client;
    this.destinations = this.#cached(() => client.listDestinations(signal));
    this.hosts = this.#cached(async () => (await this.hostsSeenSince()).filter((host) => !host.isDeleted));
    this.integrations = this.#cached(() => client.listIntegrations(signal));
    this.policies = this.#cached(() => client.listPolicies(signal));
    this.durations = this.#cached(() => client.listDurations(signal));
  }

  /**
   * Hosts with their tags, including deleted ones.
   * @param from Unix seconds, or a negative number of seconds relative to now (GEN-4). Default: all hosts
   */
  hostsSeenSince(from?: number): Promise<readonly Host[]> {
    const list =
      this.#hostsSeenSince.get(from) ??
      this.#cached(() => this.#client.listHosts({ from, withTags: true }, this.run.signal));
    this.#hostsSeenSince.set(from, list);
    return list();
  }

  /** Fetches the needed lists concurrently. */
  async read(needs: ReadonlySet<keyof Catalog>): Promise<EnvironmentObjects> {
    const [destinations, hosts, policies, durations] = await Promise.all([
      needs.has("destinations") ? this.destinations() : undefined,
      needs.has("hosts") ? this.hostsSeenSince() : undefined,
      needs.has("policies") ? this.policies() : undefined,
      needs.has("durations") ? this.durations() : undefined,
    ]);
    return { destinations, hosts, policies, durations };
  }

  /** Shares one result between all callers. A failure is not cached. */
  #cached<T>(fetch: () => Promise<T>): () => Promise<T> {
    const { clock } = this.run;
    let cached: { readonly startedAt: number; readonly result: Promise<T> } | undefined;
    return () => {
      if (cached === undefined || this.run.isListOld(cached.startedAt)) {
        const started = { startedAt: clock.now(), result: fetch() };
        cached = started;
        started.result.catch(() => {
          if (cached === started) cached = undefined;
        });
      }
      return cached.result;
    };
  }
}
