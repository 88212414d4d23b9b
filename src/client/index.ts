/** The HTTP client of the service. */
export { type CallRecord, fieldsOfCallRecord } from "./call-record";
export {
  type Connection,
  type ConnectionResult,
  type ConnectionSettings,
  environmentVariables,
  parseBaseUrl,
  resolveConnection,
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
export { ClientClosedError, clientDefaults, type ClientOptions, type Retry } from "./http-client";
export { type Period } from "./event-slices";
export { isLoopback, selectProxy } from "./proxy";
export { maxEventCalls, readEvents } from "./read-events";
export { clampWait, type Clock, parseRetryAfter, systemClock } from "./retry";
export { ServiceClient } from "./service-client";
export { type HttpResponse, Transport, TransportError } from "./transport";
