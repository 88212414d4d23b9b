/** Jest calls this once, after it has ended its workers. An error fails the run. */
export { removeTemporaryFolder as default } from "./temporary-folder";
