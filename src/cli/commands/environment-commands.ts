import { type ExportFlags } from "./export/run";

/** What runs in environments. An export is imported on demand, because few commands need it. */
export { runInEnvironments } from "../environments/run";
export { acceptCommand } from "./accept/run";
export { applyCommand } from "./apply/run";
export { auditCommand } from "./audit/run";
export { backtestCommand } from "./backtest/run";
export { destroyCommand } from "./destroy/run";
export { doctorCommand } from "./doctor/run";
export { drillCommand } from "./drill/run";
export { driftCommand } from "./drift/run";
export { eventCommand } from "./event/run";
export { listCommand } from "./list/run";
export { planCommand } from "./plan/run";
export { routesCommand } from "./routes/run";
export const loadExport = async (flags: ExportFlags) =>
  (await import("./export/run.js")).exportCommand(flags);
