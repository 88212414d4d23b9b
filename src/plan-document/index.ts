/** Plans as documents: saved plans and the output of `--json`, with information for display. */
export * from "./backtest-schema";
export * from "./document";
export * from "./envelope";
export * from "./object-names";
export * from "./origin";
export * from "./schema";
