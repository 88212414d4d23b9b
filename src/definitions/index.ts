/** Definitions of alerts: files that people write, and stacks that our constructs synthesize. */
export { definitionsFile } from "./alert-schema";
export { type Definitions, readSources } from "./read-sources";
