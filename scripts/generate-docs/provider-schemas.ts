/** The parts of `terraform providers schema -json` that the reference uses. */

export interface ProviderSchemas {
  readonly provider: SchemaJson;
  readonly resource_schemas?: Readonly<Record<string, SchemaJson>>;
  readonly data_source_schemas?: Readonly<Record<string, SchemaJson>>;
  readonly functions?: Readonly<Record<string, FunctionJson>>;
}

export interface SchemaJson {
  readonly block: { readonly description?: string; readonly attributes?: AttributesJson };
}

export type AttributesJson = Readonly<Record<string, AttributeJson>>;

export interface AttributeJson {
  readonly type?: TypeJson;
  readonly nested_type?: {
    readonly attributes: AttributesJson;
    readonly nesting_mode: "single" | "list" | "set" | "map";
  };
  readonly description?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
}

/** For example "string", ["set", "number"] or ["object", {...}]. */
export type TypeJson = string | readonly [string, unknown];

export interface FunctionJson {
  readonly summary?: string;
  readonly description?: string;
  readonly return_type: TypeJson;
  readonly parameters?: readonly ParameterJson[];
  readonly variadic_parameter?: ParameterJson;
}

export interface ParameterJson {
  readonly name: string;
  readonly description?: string;
  readonly is_nullable?: boolean;
  readonly type: TypeJson;
}
