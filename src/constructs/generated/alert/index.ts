// https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface AlertConfig extends cdktf.TerraformMetaArguments {
  /**
  * Whether `host_tags` and patterns in `hosts` may match no host. While the alert has no host, it is disabled. Default: `false`, which makes that an error.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#allow_no_hosts Alert#allow_no_hosts}
  */
  readonly allowNoHosts?: boolean | cdktf.IResolvable;
  /**
  * Description of the alert, or a link to a resource that guides the response, such as a runbook.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#annotations Alert#annotations}
  */
  readonly annotations?: string;
  /**
  * Names or IDs of the destinations to notify when the alert fires.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#destinations Alert#destinations}
  */
  readonly destinations?: string[];
  /**
  * Whether the alert is disabled. A disabled alert does not fire. Default: `false`, or with `muted`, `true` until its end, or with `allow_no_hosts`, `true` while no host matches.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#disabled Alert#disabled}
  */
  readonly disabled?: boolean | cdktf.IResolvable;
  /**
  * Makes the alert an event alert.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#event Alert#event}
  */
  readonly event?: AlertEvent;
  /**
  * Selects, in addition to `hosts`, the hosts that have all of these tags now: by key, a value or several values of which a host must have one. The service's tags are `KEY:VALUE` or `KEY=VALUE`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#host_tags Alert#host_tags}
  */
  readonly hostTags?: { [key: string]: string[] } | cdktf.IResolvable;
  /**
  * Database types (for example `mysql`) that the alert applies to, in addition to `hosts`. If both are empty, it applies to all hosts.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#host_types Alert#host_types}
  */
  readonly hostTypes?: string[];
  /**
  * Names or IDs of hosts that the alert applies to, in addition to all hosts of `host_types`. If both are empty, it applies to all hosts. For hundreds of hosts, use `host_types` or `host_tags`: Terraform itself needs about 40 seconds to plan a set of 1,000, and four times as long for twice as many. A name with `*` (any text) or `?` (one character) is a pattern, which selects the hosts that match it now.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#hosts Alert#hosts}
  */
  readonly hosts?: string[];
  /**
  * A mute with an end. Until then, the alert is disabled. The first apply after it enables the alert. Not together with `disabled`. The service does not store it, so it is null after an import.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#muted Alert#muted}
  */
  readonly muted?: AlertMuted;
  /**
  * Display name of the alert, unique in the environment. Definitions match live alerts by name.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#name Alert#name}
  */
  readonly name: string;
  /**
  * Name or ID of an alert policy, which controls how often the alert can fire for a given host.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#policy Alert#policy}
  */
  readonly policy: string;
  /**
  * Makes the alert a threshold alert.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#threshold Alert#threshold}
  */
  readonly threshold?: AlertThreshold;
}
export interface AlertEvent {
  /**
  * Event types that the alert fires on.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#categories Alert#categories}
  */
  readonly categories: string[];
}

export function alertEventToTerraform(struct?: AlertEvent | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    categories: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.categories),
  }
}


export function alertEventToHclTerraform(struct?: AlertEvent | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    categories: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.categories),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AlertEventOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AlertEvent | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._categories !== undefined) {
      hasAnyValues = true;
      internalValueResult.categories = this._categories;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AlertEvent | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._categories = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._categories = value.categories;
    }
  }

  // categories - computed: true, optional: false, required: true
  private _categories?: string[]; 
  public get categories() {
    return cdktf.Fn.tolist(this.getListAttribute('categories'));
  }
  public set categories(value: string[]) {
    this._categories = value;
  }
  // Temporarily expose input value. Use with caution.
  public get categoriesInput() {
    return this._categories;
  }
}
export interface AlertMuted {
  /**
  * Why the alert is muted, for reports.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#reason Alert#reason}
  */
  readonly reason?: string;
  /**
  * End of the mute, as an RFC 3339 time with a zone, such as `2090-12-24T08:00:00Z`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#until Alert#until}
  */
  readonly until: string;
}

export function alertMutedToTerraform(struct?: AlertMuted | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    reason: cdktf.stringToTerraform(struct!.reason),
    until: cdktf.stringToTerraform(struct!.until),
  }
}


export function alertMutedToHclTerraform(struct?: AlertMuted | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    reason: {
      value: cdktf.stringToHclTerraform(struct!.reason),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    until: {
      value: cdktf.stringToHclTerraform(struct!.until),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AlertMutedOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AlertMuted | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._reason !== undefined) {
      hasAnyValues = true;
      internalValueResult.reason = this._reason;
    }
    if (this._until !== undefined) {
      hasAnyValues = true;
      internalValueResult.until = this._until;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AlertMuted | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._reason = undefined;
      this._until = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._reason = value.reason;
      this._until = value.until;
    }
  }

  // reason - computed: true, optional: true, required: false
  private _reason?: string; 
  public get reason() {
    return this.getStringAttribute('reason');
  }
  public set reason(value: string) {
    this._reason = value;
  }
  public resetReason() {
    this._reason = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get reasonInput() {
    return this._reason;
  }

  // until - computed: true, optional: false, required: true
  private _until?: string; 
  public get until() {
    return this.getStringAttribute('until');
  }
  public set until(value: string) {
    this._until = value;
  }
  // Temporarily expose input value. Use with caution.
  public get untilInput() {
    return this._until;
  }
}
export interface AlertThreshold {
  /**
  * Severity of the alert, and of the event generated when it fires: `info`, `warn` or `crit`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#alert_level Alert#alert_level}
  */
  readonly alertLevel: string;
  /**
  * Name or ID of an alert duration: how long the trigger value must be exceeded. A time such as `5m` is the duration of this length.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#duration Alert#duration}
  */
  readonly duration: string;
  /**
  * Name of the monitored metric, for example `os.cpu.user_us`.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#metric Alert#metric}
  */
  readonly metric: string;
  /**
  * Value that the metric must fall back below for the alert to count as resolved, in the unit of the metric.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#reset Alert#reset}
  */
  readonly reset: number;
  /**
  * Value that the metric must exceed to trigger the alert, in the unit of the metric.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#trigger Alert#trigger}
  */
  readonly trigger: number;
}

export function alertThresholdToTerraform(struct?: AlertThreshold | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    alert_level: cdktf.stringToTerraform(struct!.alertLevel),
    duration: cdktf.stringToTerraform(struct!.duration),
    metric: cdktf.stringToTerraform(struct!.metric),
    reset: cdktf.numberToTerraform(struct!.reset),
    trigger: cdktf.numberToTerraform(struct!.trigger),
  }
}


export function alertThresholdToHclTerraform(struct?: AlertThreshold | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    alert_level: {
      value: cdktf.stringToHclTerraform(struct!.alertLevel),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    duration: {
      value: cdktf.stringToHclTerraform(struct!.duration),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    metric: {
      value: cdktf.stringToHclTerraform(struct!.metric),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    reset: {
      value: cdktf.numberToHclTerraform(struct!.reset),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    trigger: {
      value: cdktf.numberToHclTerraform(struct!.trigger),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AlertThresholdOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AlertThreshold | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._alertLevel !== undefined) {
      hasAnyValues = true;
      internalValueResult.alertLevel = this._alertLevel;
    }
    if (this._duration !== undefined) {
      hasAnyValues = true;
      internalValueResult.duration = this._duration;
    }
    if (this._metric !== undefined) {
      hasAnyValues = true;
      internalValueResult.metric = this._metric;
    }
    if (this._reset !== undefined) {
      hasAnyValues = true;
      internalValueResult.reset = this._reset;
    }
    if (this._trigger !== undefined) {
      hasAnyValues = true;
      internalValueResult.trigger = this._trigger;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AlertThreshold | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._alertLevel = undefined;
      this._duration = undefined;
      this._metric = undefined;
      this._reset = undefined;
      this._trigger = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._alertLevel = value.alertLevel;
      this._duration = value.duration;
      this._metric = value.metric;
      this._reset = value.reset;
      this._trigger = value.trigger;
    }
  }

  // alert_level - computed: true, optional: false, required: true
  private _alertLevel?: string; 
  public get alertLevel() {
    return this.getStringAttribute('alert_level');
  }
  public set alertLevel(value: string) {
    this._alertLevel = value;
  }
  // Temporarily expose input value. Use with caution.
  public get alertLevelInput() {
    return this._alertLevel;
  }

  // duration - computed: true, optional: false, required: true
  private _duration?: string; 
  public get duration() {
    return this.getStringAttribute('duration');
  }
  public set duration(value: string) {
    this._duration = value;
  }
  // Temporarily expose input value. Use with caution.
  public get durationInput() {
    return this._duration;
  }

  // metric - computed: true, optional: false, required: true
  private _metric?: string; 
  public get metric() {
    return this.getStringAttribute('metric');
  }
  public set metric(value: string) {
    this._metric = value;
  }
  // Temporarily expose input value. Use with caution.
  public get metricInput() {
    return this._metric;
  }

  // reset - computed: true, optional: false, required: true
  private _reset?: number; 
  public get reset() {
    return this.getNumberAttribute('reset');
  }
  public set reset(value: number) {
    this._reset = value;
  }
  // Temporarily expose input value. Use with caution.
  public get resetInput() {
    return this._reset;
  }

  // trigger - computed: true, optional: false, required: true
  private _trigger?: number; 
  public get trigger() {
    return this.getNumberAttribute('trigger');
  }
  public set trigger(value: number) {
    this._trigger = value;
  }
  // Temporarily expose input value. Use with caution.
  public get triggerInput() {
    return this._trigger;
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert dbmon_alert}
*/
export class Alert extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "dbmon_alert";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Alert resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Alert to import
  * @param importFromId The id of the existing Alert that should be imported. Refer to the {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Alert to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "dbmon_alert", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/dbmon/dbmon/latest/docs/resources/alert dbmon_alert} Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options AlertConfig
  */
  public constructor(scope: Construct, id: string, config: AlertConfig) {
    super(scope, id, {
      terraformResourceType: 'dbmon_alert',
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
    this._allowNoHosts = config.allowNoHosts;
    this._annotations = config.annotations;
    this._destinations = config.destinations;
    this._disabled = config.disabled;
    this._event.internalValue = config.event;
    this._hostTags = config.hostTags;
    this._hostTypes = config.hostTypes;
    this._hosts = config.hosts;
    this._muted.internalValue = config.muted;
    this._name = config.name;
    this._policy = config.policy;
    this._threshold.internalValue = config.threshold;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // allow_no_hosts - computed: true, optional: true, required: false
  private _allowNoHosts?: boolean | cdktf.IResolvable; 
  public get allowNoHosts() {
    return this.getBooleanAttribute('allow_no_hosts');
  }
  public set allowNoHosts(value: boolean | cdktf.IResolvable) {
    this._allowNoHosts = value;
  }
  public resetAllowNoHosts() {
    this._allowNoHosts = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowNoHostsInput() {
    return this._allowNoHosts;
  }

  // annotations - computed: true, optional: true, required: false
  private _annotations?: string; 
  public get annotations() {
    return this.getStringAttribute('annotations');
  }
  public set annotations(value: string) {
    this._annotations = value;
  }
  public resetAnnotations() {
    this._annotations = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get annotationsInput() {
    return this._annotations;
  }

  // destinations - computed: true, optional: true, required: false
  private _destinations?: string[]; 
  public get destinations() {
    return cdktf.Fn.tolist(this.getListAttribute('destinations'));
  }
  public set destinations(value: string[]) {
    this._destinations = value;
  }
  public resetDestinations() {
    this._destinations = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get destinationsInput() {
    return this._destinations;
  }

  // disabled - computed: true, optional: true, required: false
  private _disabled?: boolean | cdktf.IResolvable; 
  public get disabled() {
    return this.getBooleanAttribute('disabled');
  }
  public set disabled(value: boolean | cdktf.IResolvable) {
    this._disabled = value;
  }
  public resetDisabled() {
    this._disabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get disabledInput() {
    return this._disabled;
  }

  // event - computed: true, optional: true, required: false
  private _event = new AlertEventOutputReference(this, "event");
  public get event() {
    return this._event;
  }
  public putEvent(value: AlertEvent) {
    this._event.internalValue = value;
  }
  public resetEvent() {
    this._event.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get eventInput() {
    return this._event.internalValue;
  }

  // host_ids - computed: true, optional: false, required: false
  public get hostIds() {
    return this.getNumberListAttribute('host_ids');
  }

  // host_tags - computed: true, optional: true, required: false
  private _hostTags?: { [key: string]: string[] } | cdktf.IResolvable; 
  public get hostTags() {
    return this.interpolationForAttribute('host_tags');
  }
  public set hostTags(value: { [key: string]: string[] } | cdktf.IResolvable) {
    this._hostTags = value;
  }
  public resetHostTags() {
    this._hostTags = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hostTagsInput() {
    return this._hostTags;
  }

  // host_types - computed: true, optional: true, required: false
  private _hostTypes?: string[]; 
  public get hostTypes() {
    return cdktf.Fn.tolist(this.getListAttribute('host_types'));
  }
  public set hostTypes(value: string[]) {
    this._hostTypes = value;
  }
  public resetHostTypes() {
    this._hostTypes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hostTypesInput() {
    return this._hostTypes;
  }

  // hosts - computed: true, optional: true, required: false
  private _hosts?: string[]; 
  public get hosts() {
    return cdktf.Fn.tolist(this.getListAttribute('hosts'));
  }
  public set hosts(value: string[]) {
    this._hosts = value;
  }
  public resetHosts() {
    this._hosts = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hostsInput() {
    return this._hosts;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // muted - computed: true, optional: true, required: false
  private _muted = new AlertMutedOutputReference(this, "muted");
  public get muted() {
    return this._muted;
  }
  public putMuted(value: AlertMuted) {
    this._muted.internalValue = value;
  }
  public resetMuted() {
    this._muted.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get mutedInput() {
    return this._muted.internalValue;
  }

  // name - computed: false, optional: false, required: true
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // policy - computed: false, optional: false, required: true
  private _policy?: string; 
  public get policy() {
    return this.getStringAttribute('policy');
  }
  public set policy(value: string) {
    this._policy = value;
  }
  // Temporarily expose input value. Use with caution.
  public get policyInput() {
    return this._policy;
  }

  // threshold - computed: true, optional: true, required: false
  private _threshold = new AlertThresholdOutputReference(this, "threshold");
  public get threshold() {
    return this._threshold;
  }
  public putThreshold(value: AlertThreshold) {
    this._threshold.internalValue = value;
  }
  public resetThreshold() {
    this._threshold.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get thresholdInput() {
    return this._threshold.internalValue;
  }

  // written_at - computed: true, optional: false, required: false
  public get writtenAt() {
    return this.getStringAttribute('written_at');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      allow_no_hosts: cdktf.booleanToTerraform(this._allowNoHosts),
      annotations: cdktf.stringToTerraform(this._annotations),
      destinations: cdktf.listMapper(cdktf.stringToTerraform, false)(this._destinations),
      disabled: cdktf.booleanToTerraform(this._disabled),
      event: alertEventToTerraform(this._event.internalValue),
      host_tags: cdktf.hashMapper(cdktf.listMapper(cdktf.stringToTerraform, false))(this._hostTags),
      host_types: cdktf.listMapper(cdktf.stringToTerraform, false)(this._hostTypes),
      hosts: cdktf.listMapper(cdktf.stringToTerraform, false)(this._hosts),
      muted: alertMutedToTerraform(this._muted.internalValue),
      name: cdktf.stringToTerraform(this._name),
      policy: cdktf.stringToTerraform(this._policy),
      threshold: alertThresholdToTerraform(this._threshold.internalValue),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      allow_no_hosts: {
        value: cdktf.booleanToHclTerraform(this._allowNoHosts),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      annotations: {
        value: cdktf.stringToHclTerraform(this._annotations),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      destinations: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._destinations),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      disabled: {
        value: cdktf.booleanToHclTerraform(this._disabled),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      event: {
        value: alertEventToHclTerraform(this._event.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "AlertEvent",
      },
      host_tags: {
        value: cdktf.hashMapperHcl(cdktf.listMapperHcl(cdktf.stringToHclTerraform, false))(this._hostTags),
        isBlock: false,
        type: "map",
        storageClassType: "stringListMap",
      },
      host_types: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._hostTypes),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      hosts: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._hosts),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      muted: {
        value: alertMutedToHclTerraform(this._muted.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "AlertMuted",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      policy: {
        value: cdktf.stringToHclTerraform(this._policy),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      threshold: {
        value: alertThresholdToHclTerraform(this._threshold.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "AlertThreshold",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
