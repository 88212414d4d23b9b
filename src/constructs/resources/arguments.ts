/**
 * Converts the properties of constructs to arguments of Terraform resources. Users without a compiler may pass any value, and cdktf
 * refuses some values, such as functions and constructs, before it validates an app. So invalid values are kept until validation reports
 * them with the path of their construct.
 */
import { Token } from "cdktf";
import { isMapping, omitUndefined } from "../../diagnostics";

/** Replaces null or an object that is not a valid value. cdktf can resolve it, because the value is private. */
export class InvalidValue {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  get value(): unknown {
    return this.#value;
  }
}

/** Members that may be undefined, which the types of cdktf do not allow. */
type Members<T> = { readonly [Key in keyof T]: T[Key] | undefined };

/** Omits undefined members, so that defaults apply, and keeps null, functions and objects as `InvalidValue`. */
export function toArguments<T extends object>(members: Members<T>): T {
  const kept = Object.entries(members).map(([key, value]) => [key, keepInvalid(value)]);
  return omitUndefined(Object.fromEntries(kept)) as T;
}

function keepInvalid(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepInvalid);
  const isPrimitive = typeof value !== "object" && typeof value !== "function";
  return isPrimitive || Token.isUnresolved(value) ? value : new InvalidValue(value);
}

/** The properties of a construct. Without any, validation reports each required one. */
export function propertiesOf<Props extends object>(props: Props | null | undefined): Partial<Props> {
  return typeof props === "object" && props !== null && !Array.isArray(props) ? props : {};
}

/** Whether a value that may be of any type is an object with the member. */
export function hasMember<Key extends string>(
  value: unknown,
  key: Key,
): value is Readonly<Record<Key, unknown>> {
  return typeof value === "object" && value !== null && key in value;
}

/** An invalid list is kept. */
export function mapList<T, R>(list: readonly T[] | undefined, convert: (item: T) => R): R[] | undefined {
  return Array.isArray(list) ? list.map((item: T) => convert(item)) : (list as undefined);
}

/** Lists of values by key. A token, and a value of another type, are kept. */
export function mapTags(
  tags: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string[]> {
  if (Token.isUnresolved(tags) || !isMapping(tags)) return keepInvalid(tags) as Record<string, string[]>;
  const entries = Object.entries(tags).map(([key, values]) => [
    literal(key),
    [values].flat().map((value) => keepInvalid(literal(value))),
  ]);
  return Object.fromEntries(entries) as Record<string, string[]>;
}

/** A string token or a number token in the encoding of cdktf. */
const tokens = String.raw`\$\{TfToken\[|-\d\.\d+e\+2\d\d`;
const anyToken = new RegExp(tokens);
/** The start of a Terraform template, or dollar signs that would escape the template of the token after them. */
const markers = new RegExp(String.raw`%\{|(?<!\$)\$+(?=${tokens}|\{(?!TfToken\[))`, "g");

/** Escapes template markers, so that the text arrives in the service as written. Tokens and values of another type are kept. */
export function literal<Text extends string | undefined>(text: Text): Text {
  if (typeof text !== "string") return text;
  const hasTokens = anyToken.test(text);
  return text.replace(markers, (marker) => {
    if (marker === "%{") return "%%{";
    // cdktf reads `$${` as the start of an expression, and would resolve the tokens after it as parts of that expression.
    return hasTokens ? `\${"${marker}"}` : `${marker}$`;
  }) as Text;
}
