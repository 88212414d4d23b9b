/** What the provider's configuration makes, and every resource and data source works with. */
import { type EnvironmentSession, type ExistingAlerts } from "../engine";

export interface ProviderSession {
  readonly environment: EnvironmentSession;
  /** What to do about an existing alert that differs from a definition of its name. */
  readonly existingAlerts: ExistingAlerts;
}
