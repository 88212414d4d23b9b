// https://registry.terraform.io/providers/dbmon/dbmon/latest/docs
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DbmonProviderConfig {
  /**
  * Token of an agent, used to create events. Default: the `DBMON_AGENT_TOKEN` environment variable, or the API token.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#agent_token DbmonProvider#agent_token}
  */
  readonly agentToken?: string;
  /**
  * API token. It selects the environment. Default: the `DBMON_API_TOKEN` environment variable, which keeps the token out of Terraform's files.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#api_token DbmonProvider#api_token}
  */
  readonly apiToken?: string;
  /**
  * Address of the service, without `/api/v2`. Default: the `DBMON_BASE_URL` environment variable.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#base_url DbmonProvider#base_url}
  */
  readonly baseUrl?: string;
  /**
  * What to do if a live alert has the name of an alert to be created. `error` refuses the plan, so that an existing alert must be imported. `adopt` adopts it, one propagation window after the apply started, and updates it if it differs. Default: the `DBMON_EXISTING_ALERTS` environment variable, or `error`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#existing_alerts DbmonProvider#existing_alerts}
  */
  readonly existingAlerts?: string;
  /**
  * Max concurrent calls to the service. Terraform processes 10 resources at a time, unless you set its `-parallelism` option. Default: the `DBMON_MAX_CONCURRENCY` environment variable, or `64`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#max_concurrency DbmonProvider#max_concurrency}
  */
  readonly maxConcurrency?: number;
  /**
  * Max alerts that a plan may delete or replace. A plan with more of them is an error, also that of `terraform destroy`. Default: the `DBMON_MAX_DELETES` environment variable, or `unlimited`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#max_deletes DbmonProvider#max_deletes}
  */
  readonly maxDeletes?: number;
  /**
  * Max retries of a failed call that is safe to retry. Default: the `DBMON_MAX_RETRIES` environment variable, or `4`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#max_retries DbmonProvider#max_retries}
  */
  readonly maxRetries?: number;
  /**
  * Max time until a change takes effect and reads show it. Default: the `DBMON_PROPAGATION_WINDOW` environment variable, or `60s`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#propagation_window DbmonProvider#propagation_window}
  */
  readonly propagationWindow?: string;
  /**
  * Timeout of one attempt of a call to the service. Default: the `DBMON_REQUEST_TIMEOUT` environment variable, or `30s`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#request_timeout DbmonProvider#request_timeout}
  */
  readonly requestTimeout?: string;
  /**
  * Alias name
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#alias DbmonProvider#alias}
  */
  readonly alias?: string;
}

/**
* Represents a {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs dbmon}
*/
export class DbmonProvider extends cdktf.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "dbmon";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DbmonProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DbmonProvider to import
  * @param importFromId The id of the existing DbmonProvider that should be imported. Refer to the {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DbmonProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "dbmon", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs dbmon} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DbmonProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DbmonProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'dbmon',
      terraformGeneratorMetadata: {
        providerName: 'dbmon',
        providerVersionConstraint: '>= 0.1.0'
      },
      terraformProviderSource: 'dbmon/dbmon'
    });
    this._agentToken = config.agentToken;
    this._apiToken = config.apiToken;
    this._baseUrl = config.baseUrl;
    this._existingAlerts = config.existingAlerts;
    this._maxConcurrency = config.maxConcurrency;
    this._maxDeletes = config.maxDeletes;
    this._maxRetries = config.maxRetries;
    this._propagationWindow = config.propagationWindow;
    this._requestTimeout = config.requestTimeout;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // agent_token - computed: false, optional: true, required: false
  private _agentToken?: string; 
  public get agentToken() {
    return this._agentToken;
  }
  public set agentToken(value: string | undefined) {
    this._agentToken = value;
  }
  public resetAgentToken() {
    this._agentToken = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get agentTokenInput() {
    return this._agentToken;
  }

  // api_token - computed: false, optional: true, required: false
  private _apiToken?: string; 
  public get apiToken() {
    return this._apiToken;
  }
  public set apiToken(value: string | undefined) {
    this._apiToken = value;
  }
  public resetApiToken() {
    this._apiToken = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiTokenInput() {
    return this._apiToken;
  }

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string; 
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // existing_alerts - computed: false, optional: true, required: false
  private _existingAlerts?: string; 
  public get existingAlerts() {
    return this._existingAlerts;
  }
  public set existingAlerts(value: string | undefined) {
    this._existingAlerts = value;
  }
  public resetExistingAlerts() {
    this._existingAlerts = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get existingAlertsInput() {
    return this._existingAlerts;
  }

  // max_concurrency - computed: false, optional: true, required: false
  private _maxConcurrency?: number; 
  public get maxConcurrency() {
    return this._maxConcurrency;
  }
  public set maxConcurrency(value: number | undefined) {
    this._maxConcurrency = value;
  }
  public resetMaxConcurrency() {
    this._maxConcurrency = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxConcurrencyInput() {
    return this._maxConcurrency;
  }

  // max_deletes - computed: false, optional: true, required: false
  private _maxDeletes?: number; 
  public get maxDeletes() {
    return this._maxDeletes;
  }
  public set maxDeletes(value: number | undefined) {
    this._maxDeletes = value;
  }
  public resetMaxDeletes() {
    this._maxDeletes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxDeletesInput() {
    return this._maxDeletes;
  }

  // max_retries - computed: false, optional: true, required: false
  private _maxRetries?: number; 
  public get maxRetries() {
    return this._maxRetries;
  }
  public set maxRetries(value: number | undefined) {
    this._maxRetries = value;
  }
  public resetMaxRetries() {
    this._maxRetries = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxRetriesInput() {
    return this._maxRetries;
  }

  // propagation_window - computed: false, optional: true, required: false
  private _propagationWindow?: string; 
  public get propagationWindow() {
    return this._propagationWindow;
  }
  public set propagationWindow(value: string | undefined) {
    this._propagationWindow = value;
  }
  public resetPropagationWindow() {
    this._propagationWindow = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get propagationWindowInput() {
    return this._propagationWindow;
  }

  // request_timeout - computed: false, optional: true, required: false
  private _requestTimeout?: string; 
  public get requestTimeout() {
    return this._requestTimeout;
  }
  public set requestTimeout(value: string | undefined) {
    this._requestTimeout = value;
  }
  public resetRequestTimeout() {
    this._requestTimeout = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestTimeoutInput() {
    return this._requestTimeout;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string; 
  public get alias() {
    return this._alias;
  }
  public set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      agent_token: cdktf.stringToTerraform(this._agentToken),
      api_token: cdktf.stringToTerraform(this._apiToken),
      base_url: cdktf.stringToTerraform(this._baseUrl),
      existing_alerts: cdktf.stringToTerraform(this._existingAlerts),
      max_concurrency: cdktf.numberToTerraform(this._maxConcurrency),
      max_deletes: cdktf.numberToTerraform(this._maxDeletes),
      max_retries: cdktf.numberToTerraform(this._maxRetries),
      propagation_window: cdktf.stringToTerraform(this._propagationWindow),
      request_timeout: cdktf.stringToTerraform(this._requestTimeout),
      alias: cdktf.stringToTerraform(this._alias),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      agent_token: {
        value: cdktf.stringToHclTerraform(this._agentToken),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      api_token: {
        value: cdktf.stringToHclTerraform(this._apiToken),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      base_url: {
        value: cdktf.stringToHclTerraform(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      existing_alerts: {
        value: cdktf.stringToHclTerraform(this._existingAlerts),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      max_concurrency: {
        value: cdktf.numberToHclTerraform(this._maxConcurrency),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_deletes: {
        value: cdktf.numberToHclTerraform(this._maxDeletes),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_retries: {
        value: cdktf.numberToHclTerraform(this._maxRetries),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      propagation_window: {
        value: cdktf.stringToHclTerraform(this._propagationWindow),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      request_timeout: {
        value: cdktf.stringToHclTerraform(this._requestTimeout),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      alias: {
        value: cdktf.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
