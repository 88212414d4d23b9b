/** The provider of a stack's alerts. */
import { type TerraformProvider, type TerraformStack } from "cdktf";
import { type Construct } from "constructs";
import { addBrand, hasBrand, providerBrand } from "./contract";
import { DbmonProvider as GeneratedProvider, type DbmonProviderConfig } from "./generated/provider";

/** The arguments of the Terraform provider, and the name of its environment. */
export interface DbmonProviderProps extends DbmonProviderConfig {
  /**
   * What to do if a live alert has the name of an alert to create. `adopt_identical` adopts an identical alert, and refuses a
   * different one. `adopt` also adopts a different one, and updates it. `error` refuses both. The plan announces each adoption:
   * destroying the construct then deletes the alert. Default: `adopt_identical`.
   */
  readonly existingAlerts?: "adopt" | "adopt_identical" | "error";
  /**
   * A name for the environment of the API token. Stacks of one app may define alerts of the same name only if their providers name
   * different environments. The name is used at synthesis only. Default: `baseUrl` and `apiToken` identify the environment.
   */
  readonly environment?: string;
}

/**
 * Configures the provider `dbmon/dbmon` for a stack. `baseUrl` and `apiToken` default to the environment variables
 * `DBMON_BASE_URL` and `DBMON_API_TOKEN` of the Terraform run. Specification: "Authentication".
 * @example
 * new DbmonProvider(this, "dbmon", { environment: "staging", existingAlerts: "adopt" });
 */
export class DbmonProvider extends GeneratedProvider {
  /** The name of the environment, if one is given. */
  readonly environment: string | undefined;

  constructor(scope: Construct, id: string, props: DbmonProviderProps = {}) {
    const { environment, ...config } = props;
    super(scope, id, config);
    addBrand(this, providerBrand);
    this.environment = environment;
  }
}

/** The provider without an alias, which Terraform uses for resources that name no provider. */
export function findDefaultProvider(stack: TerraformStack): TerraformProvider | undefined {
  return stack.node
    .findAll()
    .filter(isProvider)
    .find(({ alias }) => alias === undefined);
}

/** Equal for two providers that use the same environment, as far as known at synthesis. */
export function environmentKeyOf(provider: TerraformProvider | undefined): string {
  if (!isProvider(provider)) return "";
  const { environment, baseUrlInput, apiTokenInput } = provider;
  return environment ?? JSON.stringify([baseUrlInput, apiTokenInput]);
}

/** Whether the value is a provider of any copy of this package. */
function isProvider(value: unknown): value is DbmonProvider {
  return hasBrand(value, providerBrand);
}
