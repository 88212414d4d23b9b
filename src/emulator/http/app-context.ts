/** The parts of the HTTP app and the variables of a request. */
import { type HttpBindings } from "@hono/node-server";
import { type Context } from "hono";
import { type ServiceClock } from "../clock";
import { type Faults } from "../faults";
import { type Monitor } from "../monitor";
import { type RequestLog } from "../request-log";
import { type ServiceRules } from "../routes/route";
import { type Principal, type TokenBook } from "../tokens";
import { type RawBody } from "./read-body";

export interface AppParts {
  readonly tokens: TokenBook;
  /** By name of the environment. */
  readonly monitors: ReadonlyMap<string, Monitor>;
  readonly clock: ServiceClock;
  readonly rules: ServiceRules;
  readonly requests: RequestLog;
  readonly faults: Faults;
}

export interface AppEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    readonly rawBody: RawBody;
    /** Undefined if the request has no valid token. */
    readonly principal: Principal | undefined;
    /** Set if the request is a POST that reads, with its query parameters in the body. */
    readonly isPayloadRead?: true;
  };
}

export type AppContext = Context<AppEnv>;
