import { type ExportFlags } from "./commands/export/run";

/**
 * The actions of commands. A command imports this file when it runs, so that `--help` does not load it. The emulator and pipelines
 * are not included, and an export is imported on demand, because few commands need them.
 */
export { acceptCommand } from "./commands/accept/run";
export { applyCommand } from "./commands/apply/run";
export { auditCommand } from "./commands/audit/run";
export { backtestCommand } from "./commands/backtest/run";
export { checkAction } from "./commands/check/run";
export { compareAction } from "./commands/compare/run";
export { completionAction } from "./commands/completion/run";
export { destroyCommand } from "./commands/destroy/run";
export { doctorCommand } from "./commands/doctor/run";
export { driftCommand } from "./commands/drift/run";
export { environmentsAction } from "./commands/list/environments";
export { runInEnvironments } from "./environments/run";
export const loadExport = async (flags: ExportFlags) =>
  (await import("./commands/export/run.js")).exportCommand(flags);
export { eventCommand } from "./commands/event/run";
export { reportFailure } from "./terminal/output";
export { initAction } from "./commands/init/run";
export { listCommand } from "./commands/list/run";
export { planCommand } from "./commands/plan/run";
export { installAction, serveAction } from "./commands/provider/run";
export { renderAction } from "./commands/render/run";
export { routesCommand } from "./commands/routes/run";
export { showAction } from "./commands/show/run";
export { testAction } from "./commands/test/run";
