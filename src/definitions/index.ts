/** Reads definitions of alerts from definitions files (YAML or JSON) and from stacks that cdktf synthesized. */
export { definitionsFileSchema } from "./schema";
export { type Definitions, loadDefinitions } from "./load-definitions";
