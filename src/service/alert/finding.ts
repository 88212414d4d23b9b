/** A violation of a rule about the values of an alert. */
export interface AlertFinding {
  readonly rule: "kind" | "categories" | "reset" | "metric" | "name" | "mute";
  readonly severity: "error" | "warning";
  /** Path of the field by its name in the API; empty for the alert as a whole. */
  readonly field: readonly string[];
  /** Index in the list that the field contains. */
  readonly index?: number;
  /** The problem, as a clause. */
  readonly what: string;
  /** The consequence, as a clause. */
  readonly why?: string;
  /** An imperative sentence. */
  readonly remedy: string;
}
