import { type Problem, ProblemError } from "../../diagnostics";

/** Problems of a session, with the base URL of its service. */
export class SessionError extends ProblemError {
  constructor(
    problems: readonly Problem[],
    readonly baseUrl: string,
    options?: ErrorOptions,
  ) {
    super(problems, options);
  }
}
