/** Data sources that list objects of the service. Their computed attributes and values derive from the fields of the objects. */
import { type DataType, type Fields } from "../../service";
import {
  type ArgumentsOf,
  type Attribute,
  attribute as a,
  type Attributes,
  type DataSource,
  type Schema,
  schema,
  type StateOf,
  t,
} from "../../tfplugin";
import { dataSource, type ProviderSession, withSubject } from "../session";

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
  strings: (options) => a.set(t.string, options),
  textList: (options) => a.list(t.string, options),
  json: ({ description, ...options }) =>
    a.string({ ...options, description: `${description} Encoded as JSON; decode it with \`jsondecode\`.` }),
};

export function computedAttributes(fields: Fields): Attributes {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { dataType, description }]) => [
      attributeName(name),
      attributeOf[dataType]({ computed: true, nullable: true, description }),
    ]),
  );
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

interface ListDefinition<A extends Attributes> extends Pick<
  DataSource<ProviderSession, Schema<A>>,
  "typeName" | "validate"
> {
  readonly description: string;
  readonly arguments?: A;
  /** Name of the attribute with the list, and the subject of problems that have none. */
  readonly attribute: string;
  readonly attributeDescription: string;
  readonly fields: Fields;
  /** Reads objects with the fields. */
  readonly list: (request: {
    readonly config: ArgumentsOf<Schema<A>>;
    readonly session: ProviderSession;
    readonly signal: AbortSignal;
  }) => Promise<readonly object[]>;
}

/** Defines a data source with arguments and one computed list. */
export function listDataSource<A extends Attributes>(
  definition: ListDefinition<A>,
): DataSource<ProviderSession> {
  const { description, attribute, attributeDescription, fields, list } = definition;
  const elements = computedAttributes(fields);
  const attributes = {
    ...definition.arguments,
    [attribute]: a.listOfObjects(elements, { computed: true, description: attributeDescription }),
  };
  return dataSource({
    ...definition,
    // The handlers see the types of the arguments, and not of the list.
    schema: schema({ description, attributes }) as Schema<A>,
    async read(request) {
      const objects = await withSubject(attribute, () => list(request));
      const values = objects.map((object) => computedValues(fields, object));
      const state: object = { ...request.config, [attribute]: values };
      return state as StateOf<Schema<A>>;
    },
  });
}
