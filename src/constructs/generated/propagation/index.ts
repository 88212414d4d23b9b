// https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/propagation
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface PropagationConfig extends cdktf.TerraformMetaArguments {
  /**
  * The `written_at` of the alerts to wait for, as RFC 3339 timestamps. The null of an imported or adopted alert needs no wait.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/propagation#after Propagation#after}
  */
  readonly after: string[];
}

/**
* Represents a {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/propagation dbmon_propagation}
*/
export class Propagation extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "dbmon_propagation";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Propagation resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Propagation to import
  * @param importFromId The id of the existing Propagation that should be imported. Refer to the {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/propagation#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Propagation to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "dbmon_propagation", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/propagation dbmon_propagation} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options PropagationConfig
  */
  public constructor(scope: Construct, id: string, config: PropagationConfig) {
    super(scope, id, {
      terraformResourceType: 'dbmon_propagation',
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
    this._after = config.after;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // after - computed: false, optional: false, required: true
  private _after?: string[]; 
  public get after() {
    return this.getListAttribute('after');
  }
  public set after(value: string[]) {
    this._after = value;
  }
  // Temporarily expose input value. Use with caution.
  public get afterInput() {
    return this._after;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      after: cdktf.listMapper(cdktf.stringToTerraform, false)(this._after),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      after: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._after),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
