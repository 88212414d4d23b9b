/** What `import { ... } from "dbmon-iac"` gives: the constructs. */
export * from "./constructs";
