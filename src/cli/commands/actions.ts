/** The actions that the pipelines of CI run. */
export { checkAction } from "./check/run";
export { reportFailure } from "../terminal/output";
export { testAction } from "./test/run";
