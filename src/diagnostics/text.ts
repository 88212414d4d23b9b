/** Truncates and compares text from users and from the service, and unescapes text in Terraform templates. */

/** Cuts the text and appends an ellipsis. Never splits a surrogate pair. @param maxLength in UTF-16 units, without the ellipsis */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
  return `${text.slice(0, end)}…`;
}

/** `$${` and `%%{`, which Terraform reads as literal `${` and `%{`. */
const escapedMarker = /([$%])\1\{/g;

/** Replaces the escapes of a Terraform template with the literal text. Expressions are unchanged. */
export function unescapeTemplate(text: string): string {
  return text.replace(escapedMarker, "$1{");
}

export function hasTemplateExpression(text: string): boolean {
  return /[$%]\{/.test(text.replace(escapedMarker, ""));
}

/** The text in Unicode normalization form NFC, for comparisons. Terraform converts every string to it. */
export function toNfc(text: string): string {
  return notAscii.test(text) ? text.normalize("NFC") : text;
}

/** Most names have only ASCII, which no form changes. This test is faster than normalize. */
const notAscii = /[\u0080-\uffff]/;

/** Compares by UTF-16 code units, so that a sorted list does not depend on the locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the text contains half of a surrogate pair, which no encoding of Unicode can represent. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** `drift` as `Drift`. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** For example `1 firing` or `3 firings`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The full name of a class that jsii compiled, such as `cdktf.TerraformStack` or `cdktn.App`. Subclasses inherit it. It identifies
 * the CDK library of an object, also if a project has several copies of it.
 */
export function jsiiNameOf(type: object): string | undefined {
  const { fqn } = (Reflect.get(type, Symbol.for("jsii.rtti")) ?? {}) as { readonly fqn?: string };
  return fqn;
}

/** Joins the first items, and counts the others: `a, b and 3 more`. */
export function joinFirst<T>(
  items: readonly T[],
  max: number,
  format: (item: T) => string = (item) => String(item),
): string {
  const omitted = items.length - max;
  return `${items.slice(0, max).map(format).join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}
