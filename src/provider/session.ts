/** What the provider's configuration makes, and every resource and data source works with. */
import { type EnvironmentSession, type ExistingAlerts } from "../engine";
import { type Siblings } from "./resources/alert-siblings";
import { type PlannedAlerts } from "./resources/planned-alerts";

export interface ProviderSession extends EnvironmentSession {
  /** What to do about an existing alert that differs from a definition of its name. */
  readonly existingAlerts: ExistingAlerts;
  /** The alerts that Terraform has told of so far. */
  readonly planned: PlannedAlerts;
  /** The alerts that came into Terraform's state in this run. */
  readonly siblings: Siblings;
}
