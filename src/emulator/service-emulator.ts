/** An emulator in this process: from options to a running service, and back to nothing. */
import { ProblemError } from "../diagnostics";
import { type Clock, ServiceClock, systemClock } from "./clock";
import { EnvironmentControl } from "./control/environment-control";
import { Faults } from "./faults";
import { createApp } from "./http/app";
import { listen, type Listening } from "./http/listen";
import { Monitor } from "./monitor";
import { loadOptionalDependencies } from "./optional-dependencies";
import {
  defaultAgentToken,
  defaultEnvironment,
  defaultPropagationSeconds,
  defaultToken,
  type EmulatorOptions,
} from "./options";
import { RequestLog } from "./request-log";
import { emptySeed } from "./seed/basics";
import { demoSeed } from "./seed/demo";
import { type EnvironmentSeed, fillEnvironment } from "./seed/fill";
import { openSqliteStore } from "./store/sqlite/sqlite-store";
import { type Store } from "./store/store";
import { TokenBook } from "./tokens";

interface Running {
  readonly listening: Listening;
  readonly store: Store;
  readonly token: string;
  readonly agentToken: string;
  readonly requests: RequestLog;
  readonly faults: Faults;
  readonly clock: ServiceClock;
  readonly monitors: ReadonlyMap<string, Monitor>;
}

/**
 * The database monitoring service on localhost.
 *
 * @example
 * const emulator = await ServiceEmulator.start({ seed: "empty" });
 * // ... requests to emulator.url with emulator.token
 * await emulator.stop();
 */
export class ServiceEmulator {
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /** API token of the environment `default`. */
  readonly token: string;
  /** Agent's token of the environment `default`. */
  readonly agentToken: string;
  /** The requests that arrived. */
  readonly requests: RequestLog;
  /** Faults on demand. */
  readonly faults: Faults;
  /** The emulator's time, which can be moved. */
  readonly clock: ServiceClock;
  private stopping: Promise<void> | undefined;

  private constructor(private readonly running: Running) {
    this.url = running.listening.url;
    this.token = running.token;
    this.agentToken = running.agentToken;
    this.requests = running.requests;
    this.faults = running.faults;
    this.clock = running.clock;
  }

  /** @throws ProblemError for a port, data file or token that cannot be used, and for packages that are missing */
  static async start(options: EmulatorOptions = {}): Promise<ServiceEmulator> {
    const { token = defaultToken, agentToken = defaultAgentToken } = options;
    const clock = new ServiceClock(options.clock ?? systemClock);
    const rules = rulesOf(options);
    const tokens = new TokenBook({
      api: { ...options.tokens, [token]: defaultEnvironment },
      agent: { ...options.agentTokens, [agentToken]: defaultEnvironment },
    });
    const requests = new RequestLog();
    const faults = new Faults();

    const dependencies = loadOptionalDependencies();
    const store = openSqliteStore(dependencies.Database, options.dataFile);
    let listening: Listening | undefined;
    try {
      const seed = () => seedOf(options.seed ?? "demo", clock);
      const webhooks = options.webhooks ?? "loopback";
      const address = { url: "" };
      const monitors = new Map(
        [...new Set([defaultEnvironment, ...tokens.environments])].map((name) => {
          const environment = store.environment(name, (made) => {
            fillEnvironment(made, seed());
          });
          return [name, new Monitor(environment, { clock, webhooks, baseUrl: () => address.url })];
        }),
      );
      const app = createApp(dependencies, { tokens, monitors, clock, rules, requests, faults });
      listening = await listen(dependencies, app, options.port ?? 0);
      address.url = listening.url;
      for (const monitor of monitors.values()) {
        monitor.start();
        clock.onChange(() => {
          monitor.catchUp();
        });
      }
      return new ServiceEmulator({ listening, store, token, agentToken, requests, faults, clock, monitors });
    } catch (error) {
      await listening?.close();
      store.close();
      throw error;
    }
  }

  /**
   * What is beyond the service's own interface: objects to add, metrics to report, what fired and was sent.
   * @throws RangeError for an environment that no token belongs to
   */
  environment(name = defaultEnvironment): EnvironmentControl {
    const monitor = this.running.monitors.get(name);
    if (monitor === undefined) throw new RangeError(`there is no environment ${JSON.stringify(name)}`);
    return new EnvironmentControl(monitor, this.clock);
  }

  /** Closes every connection at once, hanging ones too, and the data file. Calling it again does nothing. */
  stop(): Promise<void> {
    this.stopping ??= this.close();
    return this.stopping;
  }

  private async close(): Promise<void> {
    const { listening, monitors, store } = this.running;
    await listening.close();
    await Promise.all([...monitors.values()].map((monitor) => monitor.stop()));
    store.close();
  }
}

function rulesOf({ propagationSeconds = defaultPropagationSeconds, ...options }: EmulatorOptions) {
  if (!(Number.isFinite(propagationSeconds) && propagationSeconds >= 0)) {
    throw ProblemError.of(
      `The propagation must be a number of seconds, 0 or more, not ${propagationSeconds}.`,
    );
  }
  return {
    propagationSeconds,
    uniqueNames: options.uniqueNames ?? true,
    staleReads: options.staleReads ?? false,
  };
}

function seedOf(seed: NonNullable<EmulatorOptions["seed"]>, clock: Clock): EnvironmentSeed {
  switch (seed) {
    case "demo":
      return demoSeed(clock);
    case "empty":
      return emptySeed;
    default:
      return seed;
  }
}
