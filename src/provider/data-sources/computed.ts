/** Computed attributes of data sources and their values, which derive from the fields of the service's objects. */
import { type DataType, type Fields } from "../../service";
import { attribute as a, type Attribute, type Attributes, t } from "../../tfplugin";

interface Options {
  readonly computed: true;
  readonly nullable: true;
  readonly description: string;
}

const attributeOf: Readonly<Record<DataType, (options: Options) => Attribute>> = {
  text: (options) => a.string(options),
  name: (options) => a.string(options),
  integer: (options) => a.integer(options),
  number: (options) => a.number(options),
  boolean: (options) => a.boolean(options),
  ids: (options) => a.set(t.integer, options),
  texts: (options) => a.set(t.string, options),
  textList: (options) => a.list(t.string, options),
  json: ({ description, ...options }) =>
    a.string({ ...options, description: `${description} Encoded as JSON; decode it with \`jsondecode\`.` }),
};

/** @param descriptions replace those of the fields */
export function computedAttributes(
  fields: Fields,
  descriptions: Readonly<Record<string, string>> = {},
): Attributes {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { dataType, description }]) => {
      const options = {
        computed: true,
        nullable: true,
        description: descriptions[name] ?? description,
      } as const;
      return [attributeName(name), attributeOf[dataType](options)];
    }),
  );
}

/** A computed list of objects. @param descriptions replace those of the fields */
export function computedList(
  fields: Fields,
  description: string,
  descriptions?: Readonly<Record<string, string>>,
) {
  return a.listOfObjects(computedAttributes(fields, descriptions), { computed: true, description });
}

/** The values of the attributes. A value that the service did not return is null. */
export function computedValues(fields: Fields, object: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { dataType }]) => {
      const value: unknown = Reflect.get(object, name) ?? (dataType === "name" ? "" : null);
      const isEncoded = dataType === "json" && value !== null;
      return [attributeName(name), isEncoded ? JSON.stringify(value) : value];
    }),
  );
}

/** For example `last_seen` for the field `lastSeen`. */
function attributeName(field: string): string {
  return field.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
}
