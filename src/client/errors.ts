/**
 * What can go wrong with a call, a class a meaning. Each says which call, what was answered and what to do; none
 * ever holds a token or a destination's settings.
 */
import { type Problem, ProblemError } from "../diagnostics";

/** Which call failed, and how. */
export interface FailedCall {
  readonly method: string;
  /** Path with its prefix, without query. */
  readonly path: string;
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  /** What the service said, shortened and without secrets. */
  readonly excerpt?: string;
}

/**
 * Whether a failed call may have taken effect: `no` when the service said so or was never reached, `unknown` when
 * nothing tells (a time-out, a cut connection, a 5xx).
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
  const said = call.excerpt === undefined || call.excerpt === "" ? "" : ` It said: ${call.excerpt}`;
  return { severity: "error", what: `${call.method} ${call.path} failed${status}: ${what}${said}`, remedy };
}

/** 401: no token, or one that the service does not know. */
export class UnauthorizedError extends ServiceError {
  constructor(call: FailedCall) {
    super(
      call,
      "no",
      "the service does not know the token.",
      "Check DBMON_API_TOKEN (or api_token): is it complete, and of this service?",
    );
  }
}

/** 403: the token is known and does not permit this call. */
export class ForbiddenError extends ServiceError {
  constructor(call: FailedCall) {
    super(
      call,
      "no",
      "the token does not permit this.",
      "Use a token that may manage alerts in this environment.",
    );
  }
}

/** 404: what the call names does not exist. */
export class NotFoundError extends ServiceError {
  constructor(call: FailedCall) {
    super(
      call,
      "no",
      "the service has nothing there.",
      "Was it deleted meanwhile? Is the base URL the service's own address?",
    );
  }
}

/** 409: the name is taken, or the call conflicts with another. */
export class ConflictError extends ServiceError {
  constructor(call: FailedCall) {
    super(
      call,
      "no",
      "it conflicts with what exists.",
      "Is the name taken by another alert? Names are unique in an environment.",
    );
  }
}

/** Another 4xx: the service does not accept what was sent. */
export class RejectedError extends ServiceError {
  constructor(call: FailedCall) {
    super(call, "no", "the service did not accept it.", "Correct what the service names, and run again.");
  }
}

/** 429: too many calls. */
export class RateLimitedError extends ServiceError {
  constructor(
    call: FailedCall,
    /** Milliseconds that the service asked to wait, where it did. */
    readonly retryAfter: number | undefined,
  ) {
    super(
      call,
      "no",
      "the service limits the rate of calls.",
      "Run again later, with less at once: --parallel of dbmon apply, max_concurrency of the provider.",
    );
  }
}

/** 5xx: the service or something before it is in trouble. A write may have taken effect all the same. */
export class UnavailableError extends ServiceError {
  constructor(
    call: FailedCall,
    /** Milliseconds that the service asked to wait, where it did. */
    readonly retryAfter: number | undefined,
  ) {
    super(
      call,
      "unknown",
      "the service is in trouble.",
      "Run again later; nothing is lost by running again.",
    );
  }
}

/** No connection could be made, so the call never reached the service. */
export class UnreachableError extends ServiceError {
  constructor(call: FailedCall, baseUrl: string, reason: string, options?: ErrorOptions) {
    super(
      call,
      "no",
      `the service cannot be reached at ${baseUrl} (${reason}).`,
      "Check the base URL and the network. Is the service running?",
      options,
    );
  }
}

/** The connection was cut while the call was under way. */
export class InterruptedError extends ServiceError {
  constructor(call: FailedCall, reason: string, options?: ErrorOptions) {
    super(
      call,
      "unknown",
      `the connection was cut (${reason}).`,
      "Run again; nothing is lost by running again.",
      options,
    );
  }
}

/** The run was interrupted: the call was not begun, or its answer not waited for. Only calls that read are ended so. */
export class RunInterruptedError extends ProblemError {
  constructor({ method, path }: FailedCall, options?: ErrorOptions) {
    super(
      [
        {
          severity: "error",
          what: `The run was interrupted; the answer to ${method} ${path} was not waited for.`,
          remedy: "Nothing is lost by that: run again.",
        },
      ],
      options,
    );
    this.name = "RunInterruptedError";
  }
}

/** No complete answer within the time allowed. */
export class TimeoutError extends ServiceError {
  constructor(call: FailedCall, milliseconds: number) {
    super(
      call,
      "unknown",
      `no complete answer within ${milliseconds / 1000} s.`,
      "Run again; request_timeout of the provider allows more time.",
    );
  }
}

/** An answer that is not of the service's interface: HTML, broken JSON, a redirect, a list without data. */
export class UnexpectedAnswerError extends ServiceError {
  constructor(
    call: FailedCall,
    what: string,
    { tookEffect = "unknown", ...options }: ErrorOptions & { readonly tookEffect?: TookEffect } = {},
  ) {
    super(
      call,
      tookEffect,
      what,
      "Is the base URL the address of the service itself, and not of its web pages, a proxy or a sign-in page?",
      options,
    );
  }
}
