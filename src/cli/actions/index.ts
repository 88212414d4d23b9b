/**
 * What the commands do, as one part of the built command, which is loaded when one of them runs: `--help` needs none of it. The
 * emulator is a part of its own: no other command needs it.
 */
export { applyAction, destroyAction } from "./apply";
export { checkAction } from "./check";
export { doctorAction } from "./doctor";
export { driftAction } from "./drift";
export { eventAction } from "./event";
export { exportAction } from "./export";
export { reportFailure } from "./failure";
export { initAction } from "./init";
export { choicesAction } from "./list-choices";
export { eventsAction } from "./list-events";
export { hostsAction } from "./list-hosts";
export { queriesAction } from "./list-queries";
export { samplesAction } from "./list-samples";
export { planAction } from "./plan";
export { installAction, serveAction } from "./provider";
export { showAction } from "./show";
