// https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataDbmonAlertDurationConfig extends cdktf.TerraformMetaArguments {
  /**
  * ID of the alert duration, as used in a threshold alert's `duration`. Conflicts with `name` and `seconds`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration#id DataDbmonAlertDuration#id}
  *
  * Please be aware that the id field is automatically added to all resources in Terraform providers using a Terraform provider SDK version below 2.
  * If you experience problems setting this value it might not be settable. Please take a look at the provider documentation to ensure it should be settable.
  */
  readonly id?: number;
  /**
  * Display name of the duration, if the service returns one. Conflicts with `id` and `seconds`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration#name DataDbmonAlertDuration#name}
  */
  readonly name?: string;
  /**
  * Length of the duration in seconds, if the service returns one. Conflicts with `id` and `name`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration#seconds DataDbmonAlertDuration#seconds}
  */
  readonly seconds?: number;
}

/**
* Represents a {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration dbmon_alert_duration}
*/
export class DataDbmonAlertDuration extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "dbmon_alert_duration";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataDbmonAlertDuration resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataDbmonAlertDuration to import
  * @param importFromId The id of the existing DataDbmonAlertDuration that should be imported. Refer to the {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataDbmonAlertDuration to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "dbmon_alert_duration", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/data-sources/alert_duration dbmon_alert_duration} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataDbmonAlertDurationConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataDbmonAlertDurationConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'dbmon_alert_duration',
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
    this._id = config.id;
    this._name = config.name;
    this._seconds = config.seconds;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: true, required: false
  private _id?: number; 
  public get id() {
    return this.getNumberAttribute('id');
  }
  public set id(value: number) {
    this._id = value;
  }
  public resetId() {
    this._id = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get idInput() {
    return this._id;
  }

  // name - computed: true, optional: true, required: false
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // seconds - computed: true, optional: true, required: false
  private _seconds?: number; 
  public get seconds() {
    return this.getNumberAttribute('seconds');
  }
  public set seconds(value: number) {
    this._seconds = value;
  }
  public resetSeconds() {
    this._seconds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get secondsInput() {
    return this._seconds;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      id: cdktf.numberToTerraform(this._id),
      name: cdktf.stringToTerraform(this._name),
      seconds: cdktf.numberToTerraform(this._seconds),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      id: {
        value: cdktf.numberToHclTerraform(this._id),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      seconds: {
        value: cdktf.numberToHclTerraform(this._seconds),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
