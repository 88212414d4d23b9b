import { Token } from "cdktf";
import * as z from "zod";
import { alertLevels } from "../../service";
import { type AlertLevel } from "../alert-level";
import { type AlertResource } from "../resources/alert-resource";
import { requireValid } from "../validation/validate";
import { AlertRule } from "./alert-rule";

/**
 * Fails the synthesis if an alert has no destination: every alert, or every threshold alert of one level.
 * @example
 * Aspects.of(this).add(new RequireDestination("crit"));
 */
export class RequireDestination extends AlertRule {
  /**
   * @param level default: all alerts, also event alerts, which have no level
   * @throws Error if the level does not exist
   */
  constructor(private readonly level?: AlertLevel) {
    super();
    requireValid("The level of RequireDestination", z.enum(alertLevels).optional(), level);
  }

  protected override findProblem({ thresholdInput, destinationsInput: destinations = [] }: AlertResource) {
    const level = thresholdInput !== undefined && "alertLevel" in thresholdInput && thresholdInput.alertLevel;
    if (this.level !== undefined && level !== this.level) return undefined;
    if (Token.isUnresolved(destinations) || destinations.length > 0) return undefined;
    const alerts = this.level === undefined ? "every alert" : `alerts of level ${this.level}`;
    return `Missing destination, which RequireDestination requires for ${alerts}. Add a destination.`;
  }
}
