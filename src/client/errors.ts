/**
 * One error class per failure of a call. Each message contains the call, the cause and a remedy, and never a token or the settings
 * of a destination.
 */
import { errorOf, type Problem, type ProblemCode, ProblemError } from "../diagnostics";

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
  /** `Retry-After` of the response, in milliseconds. */
  readonly retryAfter?: number | undefined;
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
    code: ProblemCode,
    what: string,
    remedy: string,
    options?: ErrorOptions,
  ) {
    super([problemOf(call, code, what, remedy)], options);
    this.name = new.target.name;
  }
}

function problemOf(call: FailedCall, code: ProblemCode, what: string, remedy: string): Problem {
  const status = call.status === undefined ? "" : ` with status ${call.status}`;
  const excerpt =
    call.excerpt === undefined || call.excerpt === "" ? "" : ` The service responded: ${call.excerpt}`;
  return {
    code,
    severity: "error",
    what: `${call.method} ${call.path} failed${status}: ${what}${excerpt}`,
    remedy,
  };
}

/** An error class for one cause. `detail` is the part of the message that differs between calls. */
function failure(
  code: ProblemCode,
  tookEffect: TookEffect,
  what: string | ((detail: string) => string),
  remedy: string | ((settings: CallSettings, detail: string) => string),
) {
  return class extends ServiceError {
    constructor(call: FailedCall, detail = "", options?: ErrorOptions) {
      super(
        call,
        tookEffect,
        code,
        typeof what === "string" ? what : what(detail),
        typeof remedy === "string" ? remedy : remedy(call.settings, detail),
        options,
      );
    }
  };
}

/** 401: the token is missing or invalid. */
export class UnauthorizedError extends failure(
  "token-refused",
  "no",
  "the token is not valid.",
  ({ token }) => `Check that ${token} is complete and belongs to this service.`,
) {}

/** 403: the token is valid but lacks permission. */
export class ForbiddenError extends failure(
  "token-refused",
  "no",
  "the token does not have permission.",
  "Use a token with permission to manage alerts in this environment.",
) {}

/** 404: the requested object does not exist. */
export class NotFoundError extends failure(
  "not-found",
  "no",
  "not found.",
  "Check that the object was not deleted and that the base URL is the address of the service.",
) {}

/** 409: the name is taken, or the call conflicts with another one. */
export class ConflictError extends failure(
  "name-taken",
  "no",
  "it conflicts with an existing object.",
  "Check whether another alert has this name. Names are unique in an environment.",
) {}

/** Any other 4xx: the service rejected the request. */
export class RejectedError extends failure(
  "request-rejected",
  "no",
  "the service rejected the request.",
  "Correct the reported value and run again.",
) {}

/** 429: too many calls. */
export class RateLimitedError extends failure(
  "rate-limited",
  "no",
  "the service limits the rate of calls.",
  ({ maxConcurrency: setting }) =>
    `Run again later.${setting === undefined ? "" : ` To make fewer concurrent calls, set a lower ${setting}.`}`,
) {}

/** 5xx: the service or a proxy in front of it failed. A write may still have taken effect. */
export class UnavailableError extends failure(
  "service-unreachable",
  "unknown",
  "the service is unavailable.",
  "Run again later. A repeated run completes what is missing.",
) {}

/** The codes of OpenSSL for a response without TLS, by version of Node.js, and for a certificate of an unknown authority. */
const plainHttpCode = /\((ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)\)$/;
const untrustedCode = /\b(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED)\w*\)$/;

/** No connection was established, so the request never reached the service. The detail is the address and the reason. */
export class UnreachableError extends failure(
  "service-unreachable",
  "no",
  (detail) => `cannot connect to ${detail}.`,
  (_, detail) => {
    if (plainHttpCode.test(detail))
      return "The port does not support TLS. Check the port, or use http:// for a service on this machine.";
    if (untrustedCode.test(detail))
      return "The TLS certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the PEM file of its authority.";
    return "Check the base URL, the network, and that the service is running.";
  },
) {}

/** The connection closed before the response was complete. The detail is the reason. */
export class ConnectionLostError extends failure(
  "service-unreachable",
  "unknown",
  (detail) => `the connection was lost (${detail}).`,
  "Run again. A repeated run completes what is missing.",
) {}

/** No complete response arrived within the request timeout, which is the detail. */
export class TimeoutError extends failure(
  "service-unreachable",
  "unknown",
  (detail) => `no complete response within ${detail}.`,
  ({ requestTimeout: setting }) =>
    `Run again. ${setting === undefined ? "A repeated run completes what is missing." : `To allow more time, increase ${setting}.`}`,
) {}

/** The run was interrupted before the response arrived. Only reads are canceled this way. */
export class RunInterruptedError extends ProblemError {
  constructor({ method, path }: FailedCall, options?: ErrorOptions) {
    const what = `${method} ${path} was canceled because the run was interrupted.`;
    super([errorOf("interrupted", what, { remedy: "Run again. Canceled reads change nothing." })], options);
    this.name = "RunInterruptedError";
  }
}

interface UnexpectedResponseOptions extends ErrorOptions {
  readonly tookEffect?: TookEffect;
  readonly remedy?: string | undefined;
}

const checkAddress =
  "Check that the base URL is the address of the service, not of its web pages, a proxy or a sign-in page.";

/** The response does not match the API: HTML, invalid JSON, a redirect, or a list without data. */
export class UnexpectedResponseError extends ServiceError {
  constructor(
    call: FailedCall,
    what: string,
    { tookEffect = "unknown", remedy = checkAddress, ...options }: UnexpectedResponseOptions = {},
  ) {
    super(call, tookEffect, "response-invalid", what, remedy, options);
  }
}

/** The response is larger than the client accepts. */
export class ResponseTooLargeError extends UnexpectedResponseError {
  constructor(call: FailedCall, what: string) {
    super(call, `${what}.`);
  }
}
