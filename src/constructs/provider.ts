/** The provider of a stack's alerts. */
import { type Construct } from "constructs";
import { DbmonProvider as GeneratedProvider, type DbmonProviderConfig } from "./generated/provider";

export interface DbmonProviderProps extends DbmonProviderConfig {
  /**
   * What to do when an alert to be created exists already under its name and differs: `error`, or `adopt`, which takes it over
   * and changes it. An identical one is always adopted. Default: `error`.
   */
  readonly existingAlerts?: "error" | "adopt";
  /**
   * A word for the environment that the token leads to. Alerts of one name in several stacks are a mistake where the stacks
   * mean one environment, and right where they do not: stacks whose providers name different ones may share names. It is not
   * sent anywhere. Default: what `baseUrl` and `apiToken` say.
   */
  readonly environment?: string;
}

/** Address and token come from `DBMON_BASE_URL` and `DBMON_API_TOKEN`, unless they are given here. */
export class DbmonProvider extends GeneratedProvider {
  readonly environment: string | undefined;

  constructor(scope: Construct, id: string, props: DbmonProviderProps = {}) {
    const { environment, ...config } = props;
    super(scope, id, config);
    this.environment = environment;
  }
}
