import { type Problem, ProblemError } from "../../diagnostics";
import { type RunOrigin } from "../../plan-document";

/** Problems of a session, with its origin. */
export class SessionError extends ProblemError {
  constructor(
    problems: readonly Problem[],
    readonly origin: RunOrigin,
    options?: ErrorOptions,
  ) {
    super(problems, options);
  }
}
