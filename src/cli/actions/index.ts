/**
 * The actions of all commands. A command imports this file when it runs, so that `--help` does not load it. The
 * emulator, pipelines and exports are not included, because few commands need them.
 */
export { applyAction, destroyAction } from "./apply";
export { backtestAction } from "./backtest";
export { checkAction } from "./check";
export { compareAction } from "./compare";
export { completionAction } from "./completion";
export { doctorAction } from "./doctor";
export { driftAction } from "./drift";
export { environmentsAction } from "./environments";
export { inEnvironments } from "./in-environments";
export { eventAction } from "./event";
export { reportFailure } from "./failure";
export { initAction } from "./init";
export { alertsAction } from "./list-alerts";
export { alertOptionsAction } from "./list-alert-options";
export { eventsAction } from "./list-events";
export { hostsAction } from "./list-hosts";
export { queriesAction } from "./list-queries";
export { samplesAction } from "./list-samples";
export { planAction } from "./plan";
export { installAction, serveAction } from "./provider";
export { renderAction } from "./render";
export { routesAction } from "./routes";
export { showAction } from "./show";
export { testAction } from "./test";
