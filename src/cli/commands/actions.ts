/**
 * The actions of commands. A command imports this file when it runs, so that `--help` does not load it. The emulator and pipelines
 * are not included. What runs in environments is in environment-commands.ts, because `check` and `test` need none of it.
 */
export { checkAction } from "./check/run";
export { compareAction } from "./compare/run";
export { completionAction } from "./completion/run";
export { environmentsAction } from "./list/environments";
export { reportFailure } from "../terminal/output";
export { initAction } from "./init/run";
export { installAction, serveAction } from "./provider/run";
export { renderAction } from "./render/run";
export { showAction } from "./show/run";
export { testAction } from "./test/run";
/** Imported on demand, because it reads the environment. */
export const loadSchema = () => import("./schema/run.js");
