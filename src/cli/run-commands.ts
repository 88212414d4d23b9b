/**
 * The actions of commands. A command imports this file when it runs, so that `--help` does not load it. The emulator, pipelines and exports
 * are not included, because few commands need them.
 */
export { acceptCommand } from "./accept/run";
export { applyCommand, destroyCommand } from "./apply/run";
export { backtestCommand } from "./backtest/run";
export { checkAction } from "./check/run";
export { compareAction } from "./compare/run";
export { completionAction } from "./completion/run";
export { doctorCommand } from "./doctor/run";
export { driftCommand } from "./drift/run";
export { environmentsAction } from "./environments/run";
export { runInEnvironments } from "./shared/environments/run";
export { eventCommand } from "./event/run";
export { reportFailure } from "./shared/output/output";
export { initAction } from "./init/run";
export { listCommand } from "./list/run";
export { planCommand } from "./plan/run";
export { installAction, serveAction } from "./provider/run";
export { renderAction } from "./render/run";
export { routesCommand } from "./routes/run";
export { showAction } from "./show/run";
export { testAction } from "./test/run";
