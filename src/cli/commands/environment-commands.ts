/** The commands that other commands run in environments. */
export { runInEnvironments } from "../environments/run";
export { acceptCommand } from "./accept/run";
export { applyCommand } from "./apply/run";
export { auditCommand } from "./audit/run";
export { backtestCommand } from "./backtest/run";
export { drillCommand } from "./drill/run";
export { driftCommand } from "./drift/run";
export { exportCommand } from "./export/run";
export { planCommand } from "./plan/run";
