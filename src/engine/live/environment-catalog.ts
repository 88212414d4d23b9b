/** The objects that alerts can refer to. Each list is fetched on first use. */
import { type ServiceClient } from "../../client";
import { getOrAdd } from "../../diagnostics";
import { type ObjectCatalog } from "../../reconcile";
import { type AlertDuration, type AlertPolicy, type Destination, type Host } from "../../service";
import { type RunControl } from "../run-control";

export interface EnvironmentObjects extends ObjectCatalog {
  readonly destinations?: readonly Destination[] | undefined;
  /** Including deleted ones. */
  readonly hosts?: readonly Host[] | undefined;
  readonly policies?: readonly AlertPolicy[] | undefined;
  readonly durations?: readonly AlertDuration[] | undefined;
}

export class EnvironmentCatalog {
  readonly destinations = this.#cached(() => this.client.listDestinations(this.run.signal));
  readonly integrations = this.#cached(() => this.client.listIntegrations(this.run.signal));
  readonly policies = this.#cached(() => this.client.listPolicies(this.run.signal));
  readonly durations = this.#cached(() => this.client.listDurations(this.run.signal));
  readonly #hostsSeenSince = new Map<number | undefined, () => Promise<readonly Host[]>>();

  constructor(
    private readonly client: ServiceClient,
    private readonly run: RunControl,
  ) {}

  /** Hosts that are not deleted. */
  async hosts(): Promise<readonly Host[]> {
    return (await this.hostsSeenSince()).filter((host) => !host.isDeleted);
  }

  /**
   * Hosts with their tags, including deleted ones.
   * @param from Unix seconds, or a negative number of seconds relative to now (GEN-4). Default: all hosts
   */
  hostsSeenSince(from?: number): Promise<readonly Host[]> {
    const search = { from, withTags: true };
    return getOrAdd(this.#hostsSeenSince, from, () =>
      this.#cached(() => this.client.listHosts(search, this.run.signal)),
    )();
  }

  /** Fetches the needed lists concurrently. */
  async read(needs: ReadonlySet<keyof ObjectCatalog>): Promise<EnvironmentObjects> {
    const [destinations, hosts, policies, durations] = await Promise.all([
      needs.has("destinations") ? this.destinations() : undefined,
      needs.has("hosts") ? this.hostsSeenSince() : undefined,
      needs.has("policies") ? this.policies() : undefined,
      needs.has("durations") ? this.durations() : undefined,
    ]);
    return { destinations, hosts, policies, durations };
  }

  /** Shares one result between all callers. A failure is not cached. */
  #cached<T>(readList: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
    let cached: Promise<readonly T[]> | undefined;
    return () => {
      if (cached === undefined) {
        const started = readList();
        cached = started;
        started.catch(() => {
          if (cached === started) cached = undefined;
        });
      }
      return cached;
    };
  }
}
