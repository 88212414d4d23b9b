/** The HTTP client of the service. */
export { type AttemptEnd, ConcurrencyLimiter } from "./concurrency-limiter";
export * from "./connection";
export * from "./errors";
export { findDeadRunbooks } from "./runbook-links";
export {
  type CallRecord,
  ClientClosedError,
  clientDefaults,
  type ClientOptions,
  fieldsOfCallRecord,
  type Retry,
} from "./http-client";
export { clampWait, type Clock, delayAfter, parseRetryAfter, systemClock } from "./retry";
export { ServiceClient } from "./service-client";
export * from "./webhook-receiver";
export { type HttpResponse, Transport, TransportError } from "./transport";
