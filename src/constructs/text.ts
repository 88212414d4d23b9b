/** As cdktf writes a text and a number that Terraform is yet to know. */
const tokens = String.raw`\$\{TfToken\[|-\d\.\d+e\+2\d\d`;
const anyToken = new RegExp(tokens);
/** What Terraform would read as a template, and dollars that would escape the template that a token becomes. */
const markers = new RegExp(String.raw`%\{|\$+(?=${tokens}|\{(?!TfToken\[))`, "g");

/** Text that a user wrote means itself: Terraform's template markers in it are escaped, cdktf's own tokens are kept. */
export function literal(text: string): string {
  // Those without a compiler may give anything: it is left as it is, for the checks to complain of.
  if (typeof text !== "string") return text;
  const hasTokens = anyToken.test(text);
  return text.replace(markers, (marker) => {
    if (marker === "%{") return "%%{";
    // Of `$${` cdktf thinks that an expression begins, and takes the tokens that follow for parts of it.
    return hasTokens ? `\${"${marker}"}` : `${marker}$`;
  });
}
