import { ProblemError } from "../diagnostics";
import { AlertEvaluation } from "./alert-evaluation";
import { type EmulatorClock, machineClock, ServiceClock } from "./clock";
import { EnvironmentControl } from "./control/environment-control";
import { Faults } from "./faults";
import { createApp } from "./http/app";
import { listenForRequests, type Listening } from "./http/listen";
import { isLoopbackAddress } from "./http/middleware";
import { loadOptionalDependencies } from "./optional-dependencies";
import {
  defaultAgentToken,
  defaultEnvironment,
  defaultPropagationSeconds,
  defaultToken,
  type EmulatorOptions,
} from "./options";
import { RequestLog } from "./request-log";
import { type ServiceRules } from "./routes/route";
import { cleanSeed, demoSeed } from "./seed/demo";
import { emptySeed, type EnvironmentSeed, fillEnvironment } from "./seed/environment-seed";
import { openSqliteStore } from "./store/sqlite/sqlite-store";
import { type EmulatorStore } from "./store/store";
import { TokenBook } from "./tokens";

/**
 * The database monitoring service on 127.0.0.1, with every endpoint of the specification under `/api/v2`.
 * docs/internals/emulator.md describes its behavior.
 *
 * @example
 * const emulator = await ServiceEmulator.start({ seed: "empty" });
 * const response = await fetch(`${emulator.url}/api/v2/config/alerts`, {
 *   headers: { Authorization: `Bearer ${emulator.token}` },
 * });
 * await emulator.stop();
 */
export class ServiceEmulator {
  /** Base URL without a trailing slash, for example `http://127.0.0.1:4200`. */
  readonly url: string;
  readonly #listening: Listening;
  readonly #store: EmulatorStore;
  readonly #evaluations: ReadonlyMap<string, AlertEvaluation>;
  #stopping: Promise<void> | undefined;

  private constructor(
    listening: Listening,
    store: EmulatorStore,
    evaluations: ReadonlyMap<string, AlertEvaluation>,
    /** Whether only this machine can connect. */
    readonly isLocal: boolean,
    /** API token of the environment `default`. */
    readonly token: string,
    /** Agent token of the environment `default`. */
    readonly agentToken: string,
    /** Log of the received API requests. */
    readonly requests: RequestLog,
    /** Faults that the emulator injects into API requests. */
    readonly faults: Faults,
    /** The emulator's clock. It can be advanced, set and held. */
    readonly clock: ServiceClock,
  ) {
    this.url = listening.url;
    this.#listening = listening;
    this.#store = store;
    this.#evaluations = evaluations;
  }

  /**
   * Starts an emulator and resolves when it accepts connections.
   * @throws ProblemError if the port, data file, token or propagation time is invalid, or an optional package is missing
   */
  static async start(options: EmulatorOptions = {}): Promise<ServiceEmulator> {
    const { token = defaultToken, agentToken = defaultAgentToken } = options;
    const clock = new ServiceClock(options.clock ?? machineClock);
    const rules = rulesOf(options);
    const tokens = new TokenBook({
      api: { ...options.tokens, [token]: defaultEnvironment },
      agent: { ...options.agentTokens, [agentToken]: defaultEnvironment },
    });
    const requests = new RequestLog();
    const faults = new Faults();

    const dependencies = loadOptionalDependencies();
    const store = openSqliteStore(dependencies.SqlDriver, options.dataFile);
    let listening: Listening | undefined;
    try {
      const webhooks = options.webhooks ?? "loopback";
      let url = "";
      const evaluations = new Map(
        [...new Set([defaultEnvironment, ...tokens.environments])].map((name) => {
          const environment = store.environment(name, (created) => {
            fillEnvironment(created, resolveSeed(options.seed ?? "demo", clock));
          });
          return [name, new AlertEvaluation(environment, { clock, webhooks, baseUrl: () => url })];
        }),
      );
      const { host = "127.0.0.1", port = 0 } = options;
      const isLocal = host === "localhost" || isLoopbackAddress(host);
      const parts = { tokens, evaluations, clock, rules, requests, faults, isLocal };
      listening = await listenForRequests(dependencies, createApp(dependencies, parts), clock, {
        host,
        port,
      });
      ({ url } = listening);
      for (const evaluation of evaluations.values()) {
        evaluation.start();
        clock.onChange(() => {
          evaluation.catchUp();
        });
      }
      return new ServiceEmulator(
        listening,
        store,
        evaluations,
        isLocal,
        token,
        agentToken,
        requests,
        faults,
        clock,
      );
    } catch (error) {
      await listening?.close();
      store.close();
      throw error;
    }
  }

  /**
   * Controls one environment: adds objects, reports metric values, reads firings and notifications.
   * @param name an environment of `tokens` or `agentTokens`; `default` if omitted
   * @throws RangeError if no token belongs to the environment
   */
  environment(name = defaultEnvironment): EnvironmentControl {
    const evaluation = this.#evaluations.get(name);
    if (evaluation === undefined) {
      throw new RangeError(
        `Environment ${JSON.stringify(name)} does not exist. Pass a token for it at start.`,
      );
    }
    return new EnvironmentControl(evaluation, this.clock);
  }

  /** Closes all connections, including open ones, and the data file. Later calls return the same promise. */
  stop(): Promise<void> {
    this.#stopping ??= this.#close();
    return this.#stopping;
  }

  async #close(): Promise<void> {
    await this.#listening.close();
    await Promise.all([...this.#evaluations.values()].map((evaluation) => evaluation.stop()));
    this.#store.close();
  }
}

function rulesOf(options: EmulatorOptions): ServiceRules {
  const { propagationSeconds = defaultPropagationSeconds, uniqueNames = true, staleReads = false } = options;
  if (!(Number.isFinite(propagationSeconds) && propagationSeconds >= 0)) {
    throw ProblemError.of(
      "emulator-failed",
      `The propagation time must be a number of seconds, 0 or greater, not ${propagationSeconds}.`,
    );
  }
  return { propagationSeconds, uniqueNames, staleReads };
}

function resolveSeed(seed: NonNullable<EmulatorOptions["seed"]>, clock: EmulatorClock): EnvironmentSeed {
  if (seed === "demo") return demoSeed(clock);
  if (seed === "clean") return cleanSeed(clock);
  return seed === "empty" ? emptySeed : seed;
}
