/** The entry point `dbmon-iac`: the constructs. */
export * from "./constructs";
