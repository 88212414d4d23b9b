/** A rule for organizations: an alert that matters reaches somebody. */
import { type IAspect, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { Alert } from "../alert";
import { type AlertLevel } from "../alert-level";
import { addComplaint } from "./complaint";

/** Every threshold alert of the level, or every alert at all, has at least one destination. */
export class RequireDestination implements IAspect {
  /** @param level all alerts, of both kinds, when left out */
  constructor(private readonly level?: AlertLevel) {}

  visit(node: IConstruct): void {
    if (!Alert.isAlert(node)) return;
    addComplaint(node, this, ({ thresholdInput, destinationsInput: destinations = [] }) => {
      const level =
        thresholdInput !== undefined && "alertLevel" in thresholdInput && thresholdInput.alertLevel;
      if (this.level !== undefined && level !== this.level) return undefined;
      if (Token.isUnresolved(destinations) || destinations.length > 0) return undefined;
      return `It has no destination, and one ${this.level === undefined ? "" : `of the level ${this.level} `}needs one.`;
    });
  }
}
