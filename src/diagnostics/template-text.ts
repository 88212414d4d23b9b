/** Text in Terraform's templates, which synthesized stacks are written in, as its author wrote it. */

/** What Terraform reads as the marker itself: $${ and %%{. */
const escapedMarker = /([$%])\1\{/g;

/** The text with its escapes undone; expressions stay as they are. */
export function unescaped(text: string): string {
  return text.replace(escapedMarker, "$1{");
}

/** Whether Terraform would evaluate a part of the text. */
export function holdsExpression(text: string): boolean {
  return /[$%]\{/.test(text.replace(escapedMarker, ""));
}
