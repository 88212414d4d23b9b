/**
 * One error class per failure of a call. Each message contains the call, the cause and a remedy, and never a token or the settings
 * of a destination.
 */
import { type Problem, ProblemError } from "../diagnostics";

/** How users set the token and the limits of a call, for remedies. A client's calls with the same token share one object. */
export interface CallSettings {
  readonly token: string;
  readonly maxConcurrency: string | undefined;
  readonly requestTimeout: string | undefined;
}

export interface FailedCall {
  readonly method: string;
  /** Path with the API prefix, without the query string. */
  readonly path: string;
  readonly status?: number;
  /** The service's error message as a clause: shortened, quoted and without secrets. */
  readonly excerpt?: string;
  readonly settings: CallSettings;
}

/**
 * Whether a failed call may have changed something. `no`: the service refused it, or the request never arrived. `unknown`: the
 * failure does not show it (timeout, lost connection, 5xx).
 */
export type TookEffect = "no" | "unknown";

export abstract class ServiceError extends ProblemError {
  constructor(
    readonly call: FailedCall,
    readonly tookEffect: TookEffect,
    what: string,
    remedy: string,
    options?: ErrorOptions,
  ) {
    super([problemOf(call, what, remedy)], options);
    this.name = new.target.name;
  }
}

function problemOf(call: FailedCall, what: string, remedy: string): Problem {
  const status = call.status === undefined ? "" : ` with status ${call.status}`;
  const excerpt =
    call.excerpt === undefined || call.excerpt === "" ? "" : ` The service responded: ${call.excerpt}`;
  return {
    severity: "error",
    what: `${call.method} ${call.path} failed${status}: ${what}${excerpt}`,
    remedy,
  };
}

/** An error class for calls that the service refused. */
function refusal(what: string, remedy: string) {
  return class extends ServiceError {
    constructor(call: FailedCall) {
      super(call, "no", what, remedy);
    }
  };
}

/** 401: the token is missing or invalid. */
export class UnauthorizedError extends ServiceError {
  constructor(call: FailedCall) {
    super(
      call,
      "no",
      "the token is not valid.",
      `Check that ${call.settings.token} is complete and belongs to this service.`,
    );
  }
}

/** 403: the token is valid but lacks permission. */
export class ForbiddenError extends refusal(
  "the token does not have permission.",
  "Use a token with permission to manage alerts in this environment.",
) {}

/** 404: the requested object does not exist. */
export class NotFoundError extends refusal(
  "not found.",
  "Check that the object was not deleted and that the base URL is the address of the service.",
) {}

/** 409: the name is taken, or the call conflicts with another one. */
export class ConflictError extends refusal(
  "it conflicts with an existing object.",
  "Check whether another alert has this name. Names are unique in an environment.",
) {}

/** Any other 4xx: the service rejected the request. */
export class RejectedError extends refusal(
  "the service rejected the request.",
  "Correct the reported value and run again.",
) {}

/** 429: too many calls. */
export class RateLimitedError extends ServiceError {
  constructor(
    call: FailedCall,
    /** `Retry-After` of the response, in milliseconds. */
    readonly retryAfter: number | undefined,
  ) {
    const { maxConcurrency } = call.settings;
    super(
      call,
      "no",
      "the service limits the rate of calls.",
      maxConcurrency === undefined
        ? "Run again later."
        : `Run again later. To make fewer concurrent calls, set a lower ${maxConcurrency}.`,
    );
  }
}

/** 5xx: the service or a proxy in front of it failed. A write may still have taken effect. */
export class UnavailableError extends ServiceError {
  constructor(
    call: FailedCall,
    /** `Retry-After` of the response, in milliseconds. */
    readonly retryAfter: number | undefined,
  ) {
    super(
      call,
      "unknown",
      "the service is unavailable.",
      "Run again later. A repeated run completes what is missing.",
    );
  }
}

/** Codes of OpenSSL for a response without TLS, by version of Node.js. */
const plainHttpCodes = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO"];

/** No connection was established, so the request never reached the service. */
export class UnreachableError extends ServiceError {
  constructor(call: FailedCall, baseUrl: string, reason: string, options?: ErrorOptions) {
    super(
      call,
      "no",
      `cannot connect to ${baseUrl} (${reason}).`,
      plainHttpCodes.includes(reason)
        ? "The port does not support TLS. Check the port, or use http:// for a service on this machine."
        : "Check the base URL, the network, and that the service is running.",
      options,
    );
  }
}

/** The connection closed before the response was complete. */
export class ConnectionLostError extends ServiceError {
  constructor(call: FailedCall, reason: string, options?: ErrorOptions) {
    super(
      call,
      "unknown",
      `the connection was lost (${reason}).`,
      "Run again. A repeated run completes what is missing.",
      options,
    );
  }
}

/** The run was interrupted before the response arrived. Only reads are canceled this way. */
export class RunInterruptedError extends ProblemError {
  constructor({ method, path }: FailedCall, options?: ErrorOptions) {
    super(
      [
        {
          severity: "error",
          what: `${method} ${path} was canceled because the run was interrupted.`,
          remedy: "Run again. Canceled reads change nothing.",
        },
      ],
      options,
    );
    this.name = "RunInterruptedError";
  }
}

/** No complete response arrived within the request timeout. */
export class TimeoutError extends ServiceError {
  constructor(call: FailedCall, milliseconds: number) {
    const { requestTimeout } = call.settings;
    super(
      call,
      "unknown",
      `no complete response within ${milliseconds / 1000} s.`,
      requestTimeout === undefined
        ? "Run again. A repeated run completes what is missing."
        : `Run again. To allow more time, increase ${requestTimeout}.`,
    );
  }
}

/** The response does not match the API: HTML, invalid JSON, a redirect, or a list without data. */
export class UnexpectedResponseError extends ServiceError {
  constructor(
    call: FailedCall,
    what: string,
    { tookEffect = "unknown", ...options }: ErrorOptions & { readonly tookEffect?: TookEffect } = {},
  ) {
    super(
      call,
      tookEffect,
      what,
      "Check that the base URL is the address of the service, not of its web pages, a proxy or a sign-in page.",
      options,
    );
  }
}

/** The response is larger than the client accepts. */
export class ResponseTooLargeError extends UnexpectedResponseError {
  constructor(call: FailedCall, what: string) {
    super(call, `${what}.`);
  }
}
