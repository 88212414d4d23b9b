// https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataDbmonQuerySamplesConfig extends cdktf.TerraformMetaArguments {
  /**
  * Whether to read `text` and `plan`. If `false`, they are null. Default: `true`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#detail DataDbmonQuerySamples#detail}
  */
  readonly detail?: boolean | cdktf.IResolvable;
  /**
  * Start of the interval, inclusive. Unix timestamp in seconds. 0 and negative values are relative to now.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#from DataDbmonQuerySamples#from}
  */
  readonly from?: number;
  /**
  * Name or ID of the host. Default: all hosts.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#host DataDbmonQuerySamples#host}
  */
  readonly host?: string;
  /**
  * Max number of samples. Default: the limit of the service.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#limit DataDbmonQuerySamples#limit}
  */
  readonly limit?: number;
  /**
  * ID of the query family: 16 hexadecimal digits, as in the metric names `host.queries.q.<id>.<path>`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#query_id DataDbmonQuerySamples#query_id}
  */
  readonly queryId: string;
  /**
  * End of the interval, inclusive. Unix timestamp in seconds. 0 and negative values are relative to now.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#until DataDbmonQuerySamples#until}
  */
  readonly until?: number;
}
export interface DataDbmonQuerySamplesSamples {
}

export function dataDbmonQuerySamplesSamplesToTerraform(struct?: DataDbmonQuerySamplesSamples): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataDbmonQuerySamplesSamplesToHclTerraform(struct?: DataDbmonQuerySamplesSamples): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataDbmonQuerySamplesSamplesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataDbmonQuerySamplesSamples | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataDbmonQuerySamplesSamples | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // application_name - computed: true, optional: false, required: false
  public get applicationName() {
    return this.getStringAttribute('application_name');
  }

  // connection_id - computed: true, optional: false, required: false
  public get connectionId() {
    return this.getStringAttribute('connection_id');
  }

  // db - computed: true, optional: false, required: false
  public get db() {
    return this.getStringAttribute('db');
  }

  // failed_rules - computed: true, optional: false, required: false
  public get failedRules() {
    return this.getStringAttribute('failed_rules');
  }

  // host - computed: true, optional: false, required: false
  public get host() {
    return this.getNumberAttribute('host');
  }

  // latency - computed: true, optional: false, required: false
  public get latency() {
    return this.getNumberAttribute('latency');
  }

  // origin - computed: true, optional: false, required: false
  public get origin() {
    return this.getStringAttribute('origin');
  }

  // plan - computed: true, optional: false, required: false
  public get plan() {
    return this.getStringAttribute('plan');
  }

  // query - computed: true, optional: false, required: false
  public get query() {
    return this.getStringAttribute('query');
  }

  // text - computed: true, optional: false, required: false
  public get text() {
    return this.getStringAttribute('text');
  }

  // truncated - computed: true, optional: false, required: false
  public get truncated() {
    return this.getBooleanAttribute('truncated');
  }

  // ts - computed: true, optional: false, required: false
  public get ts() {
    return this.getNumberAttribute('ts');
  }

  // user - computed: true, optional: false, required: false
  public get user() {
    return this.getStringAttribute('user');
  }
}

export class DataDbmonQuerySamplesSamplesList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataDbmonQuerySamplesSamplesOutputReference {
    return new DataDbmonQuerySamplesSamplesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples dbmon_query_samples}
*/
export class DataDbmonQuerySamples extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "dbmon_query_samples";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataDbmonQuerySamples resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataDbmonQuerySamples to import
  * @param importFromId The id of the existing DataDbmonQuerySamples that should be imported. Refer to the {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataDbmonQuerySamples to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "dbmon_query_samples", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/query_samples dbmon_query_samples} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataDbmonQuerySamplesConfig
  */
  public constructor(scope: Construct, id: string, config: DataDbmonQuerySamplesConfig) {
    super(scope, id, {
      terraformResourceType: 'dbmon_query_samples',
      terraformGeneratorMetadata: {
        providerName: 'dbmon',
        providerVersionConstraint: '>= 0.1.0'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._detail = config.detail;
    this._from = config.from;
    this._host = config.host;
    this._limit = config.limit;
    this._queryId = config.queryId;
    this._until = config.until;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // detail - computed: true, optional: true, required: false
  private _detail?: boolean | cdktf.IResolvable; 
  public get detail() {
    return this.getBooleanAttribute('detail');
  }
  public set detail(value: boolean | cdktf.IResolvable) {
    this._detail = value;
  }
  public resetDetail() {
    this._detail = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get detailInput() {
    return this._detail;
  }

  // from - computed: false, optional: true, required: false
  private _from?: number; 
  public get from() {
    return this.getNumberAttribute('from');
  }
  public set from(value: number) {
    this._from = value;
  }
  public resetFrom() {
    this._from = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get fromInput() {
    return this._from;
  }

  // host - computed: false, optional: true, required: false
  private _host?: string; 
  public get host() {
    return this.getStringAttribute('host');
  }
  public set host(value: string) {
    this._host = value;
  }
  public resetHost() {
    this._host = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hostInput() {
    return this._host;
  }

  // limit - computed: false, optional: true, required: false
  private _limit?: number; 
  public get limit() {
    return this.getNumberAttribute('limit');
  }
  public set limit(value: number) {
    this._limit = value;
  }
  public resetLimit() {
    this._limit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get limitInput() {
    return this._limit;
  }

  // query_id - computed: false, optional: false, required: true
  private _queryId?: string; 
  public get queryId() {
    return this.getStringAttribute('query_id');
  }
  public set queryId(value: string) {
    this._queryId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get queryIdInput() {
    return this._queryId;
  }

  // samples - computed: true, optional: false, required: false
  private _samples = new DataDbmonQuerySamplesSamplesList(this, "samples", false);
  public get samples() {
    return this._samples;
  }

  // until - computed: false, optional: true, required: false
  private _until?: number; 
  public get until() {
    return this.getNumberAttribute('until');
  }
  public set until(value: number) {
    this._until = value;
  }
  public resetUntil() {
    this._until = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get untilInput() {
    return this._until;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      detail: cdktf.booleanToTerraform(this._detail),
      from: cdktf.numberToTerraform(this._from),
      host: cdktf.stringToTerraform(this._host),
      limit: cdktf.numberToTerraform(this._limit),
      query_id: cdktf.stringToTerraform(this._queryId),
      until: cdktf.numberToTerraform(this._until),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      detail: {
        value: cdktf.booleanToHclTerraform(this._detail),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      from: {
        value: cdktf.numberToHclTerraform(this._from),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      host: {
        value: cdktf.stringToHclTerraform(this._host),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      limit: {
        value: cdktf.numberToHclTerraform(this._limit),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      query_id: {
        value: cdktf.stringToHclTerraform(this._queryId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      until: {
        value: cdktf.numberToHclTerraform(this._until),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
