/** What `configure` creates and every resource and data source works with. */
import { type EnvironmentSession, type ExistingAlerts } from "../engine";
import { type RequestActivity } from "./request-activity";
import { type Siblings } from "./resources/alert/siblings";

export interface ProviderSession extends EnvironmentSession {
  /** What to do if an alert to be created already exists and differs. */
  readonly existingAlerts: ExistingAlerts;
  readonly activity: RequestActivity;
  /** The alerts that entered Terraform's state in this run. */
  readonly siblings: Siblings;
}
