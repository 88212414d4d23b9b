/** The provider of a stack's alerts. */
import { type TerraformProvider, type TerraformStack, Token } from "cdktf";
import { type Construct } from "constructs";
import * as z from "zod";
import { addBrand, hasBrand, providerBrand } from "./contract";
import { DbmonProvider as GeneratedProvider, type DbmonProviderConfig } from "./generated/provider";
import { propertiesOf, toArguments } from "./resources/arguments";
import { requireSameLibrary } from "./validation/library";
import { validate, validateKeys } from "./validation/validate";

/** The arguments of the Terraform provider, and the name of its environment. */
export interface DbmonProviderProps extends DbmonProviderConfig {
  /**
   * What to do if a live alert has the name of an alert to create. `error` refuses it, so that only an import adopts an alert. `adopt`
   * adopts it, and updates it if it differs. The plan announces each adoption: destroying the construct then deletes the alert. Default:
   * `error`.
   */
  readonly existingAlerts?: "adopt" | "error";
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
    requireSameLibrary(scope);
    const { environment, ...config } = propertiesOf(props);
    super(scope, id, toArguments<DbmonProviderConfig>(config));
    addBrand(this, providerBrand);
    this.environment = environment;
    this.node.addValidation({
      validate: () => [
        ...validateKeys(props, [...Object.keys(schemas), "agentToken", "apiToken"]),
        ...validate(schemas, propertiesOf(props)),
        ...literalTokens(this),
      ],
    });
  }
}

const text = z.string().optional();
const number = z.number().optional();

const schemas = {
  alias: text,
  baseUrl: text,
  environment: text,
  propagationWindow: text,
  requestTimeout: text,
  maxConcurrency: number,
  maxRetries: number,
  maxDeletes: number,
  existingAlerts: z.enum(["adopt", "error"]).optional(),
};

/** Reports tokens in code, without their values. */
function literalTokens({ agentTokenInput, apiTokenInput }: GeneratedProvider): string[] {
  const tokens = [
    { name: "agentToken", variable: "DBMON_AGENT_TOKEN", value: agentTokenInput },
    { name: "apiToken", variable: "DBMON_API_TOKEN", value: apiTokenInput },
  ];
  return tokens
    .filter(({ value }) => isLiteral(value))
    .map(
      ({ name, variable }) =>
        `${name}: Must be a Terraform variable or expression, because a token in code is written to the stack's file. ` +
        `To pass the token to Terraform, set ${variable}.`,
    );
}

/** Whether a part of the value is written in code. A string has only tokens of cdktf, or one expression, otherwise. */
function isLiteral(value: unknown): boolean {
  if (typeof value !== "string") return value !== undefined && !Token.isUnresolved(value);
  return !/^(?:\$\{TfToken\[[^\]]*\]\})+$|^\$\{(?!TfToken\[)[^]+\}$/.test(value);
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
