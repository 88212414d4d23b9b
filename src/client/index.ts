/** The HTTP client of the service. */
export {
  type CallRecord,
  ClientClosedError,
  clientDefaults,
  type ClientOptions,
  fieldsOfCallRecord,
  type Retry,
} from "./http-client";
export {
  type Connection,
  type ConnectionResult,
  type ConnectionSettings,
  environmentVariables,
  isLoopback,
  parseBaseUrl,
  resolveConnection,
  selectProxy,
  type SettingNames,
} from "./connection";
export {
  ConflictError,
  ConnectionLostError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  RunInterruptedError,
  ServiceError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
  UnreachableError,
} from "./errors";
export { maxEventCalls, type Period, readEvents } from "./read-events";
export { clampWait, type Clock, parseRetryAfter, systemClock } from "./retry";
export { ServiceClient } from "./service-client";
export { type HttpResponse, Transport, TransportError } from "./transport";
