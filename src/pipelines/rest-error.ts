/** A failed call of GitHub or GitLab, as a problem with a remedy. */
import { ProblemError, quote, type Secret, truncate } from "../diagnostics";
import { type HttpResponse } from "../client";
import * as z from "zod";

export interface FailedRestCall {
  /** For example `GitHub`. */
  readonly service: string;
  /** What the call is for, after "Cannot": "create the comment". */
  readonly purpose: string;
  /** The permission that the call needs, as the pipeline grants it: "pull-requests: write". */
  readonly permission: string;
  readonly token: Secret;
}

export class RestError extends ProblemError {
  override name = "RestError";

  constructor(
    what: string,
    remedy: string,
    /** Undefined without a response. */
    readonly status: number | undefined,
    /** Whether the server may have executed the request although it failed. */
    readonly mayHaveTakenEffect: boolean,
    options?: ErrorOptions,
  ) {
    super([{ severity: "error", what, remedy }], options);
  }
}

/** @param retryAt when a rate limit ends, in Unix milliseconds */
export function errorFromStatus(
  call: FailedRestCall,
  response: HttpResponse,
  retryAt: number | undefined,
): RestError {
  const { status } = response;
  const { service, purpose, permission } = call;
  const message = messageOf(response, call.token);
  const answer = `${status}${message === "" ? "" : `, ${quote(message)}`}`;
  const fail = (reason: string, remedy: string, mayHaveTakenEffect = false) =>
    new RestError(`Cannot ${purpose}: ${service} ${reason}.`, remedy, status, mayHaveTakenEffect);
  if (retryAt !== undefined)
    return fail(
      `limits the rate of requests until ${new Date(retryAt).toISOString()}`,
      "Run the job again after this time.",
    );
  if (status === 401) return fail(`rejected the token (${answer})`, "Set a valid token.");
  if (status === 403) return fail(`denied access (${answer})`, `Grant the permission ${permission}.`);
  if (status === 404) {
    return fail(
      `did not find the object (${answer})`,
      `Check that it exists, and that the token has the permission ${permission}.`,
    );
  }
  if (status >= 500) return fail(`is unavailable (${answer})`, "Run the job again.", true);
  if (status >= 300 && status < 400) {
    return fail(`redirects to another address (${status})`, "Set the URL of its API to the new address.");
  }
  return fail(`refused the request (${answer})`, "Correct what the response names, and run the job again.");
}

const maxMessageLength = 300;
const errorBody = z.object({ message: z.unknown(), error: z.unknown() }).partial();

function messageOf({ body }: HttpResponse, token: Secret): string {
  try {
    const { message, error } = errorBody.parse(JSON.parse(body));
    const text = message ?? error;
    if (text === undefined) return "";
    return truncate(token.redact(typeof text === "string" ? text : JSON.stringify(text)), maxMessageLength);
  } catch {
    return "";
  }
}
