import { type ExportFlags } from "./export/run";

/**
 * The actions of commands. A command imports this file when it runs, so that `--help` does not load it. The emulator and pipelines
 * are not included, and an export is imported on demand, because few commands need them.
 */
export { acceptCommand } from "./accept/run";
export { applyCommand } from "./apply/run";
export { auditCommand } from "./audit/run";
export { backtestCommand } from "./backtest/run";
export { checkAction } from "./check/run";
export { compareAction } from "./compare/run";
export { completionAction } from "./completion/run";
export { destroyCommand } from "./destroy/run";
export { doctorCommand } from "./doctor/run";
export { driftCommand } from "./drift/run";
export { environmentsAction } from "./list/environments";
export { runInEnvironments } from "../environments/run";
export const loadExport = async (flags: ExportFlags) =>
  (await import("./export/run.js")).exportCommand(flags);
export { drillCommand } from "./drill/run";
export { eventCommand } from "./event/run";
export { reportFailure } from "../terminal/output";
export { initAction } from "./init/run";
export { listCommand } from "./list/run";
export { planCommand } from "./plan/run";
export { installAction, serveAction } from "./provider/run";
export { renderAction } from "./render/run";
export { routesCommand } from "./routes/run";
export { showAction } from "./show/run";
export { testAction } from "./test/run";
