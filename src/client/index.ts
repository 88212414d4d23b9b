/** The HTTP client of the service. */
export { parseBaseUrl } from "./base-url";
export { ClientClosed, clientDefaults, type ClientOptions } from "./caller";
export { type Clock, systemClock } from "./clock";
export {
  type Connection,
  type ConnectionResult,
  type ConnectionSettings,
  environmentVariables,
  resolveConnection,
} from "./connection";
export {
  ConflictError,
  type FailedCall,
  ForbiddenError,
  InterruptedError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  RunInterruptedError,
  ServiceError,
  TimeoutError,
  type TookEffect,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswerError,
  UnreachableError,
} from "./errors";
export { type EventSearch, type QuerySearch, type SampleSearch } from "./searches";
export { ServiceClient } from "./service-client";
