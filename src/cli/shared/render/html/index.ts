/** The renderer of pages, in one chunk of the command. */
export { linkTemplates } from "./links";
export { htmlPage } from "./page";
