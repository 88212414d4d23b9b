/** Escapes text for Terraform, which reads each string of a configuration as a template. */

import { keepInvalid } from "./invalid-value";

/** A string token or a number token in the encoding of cdktf. */
const tokens = String.raw`\$\{TfToken\[|-\d\.\d+e\+2\d\d`;
const anyToken = new RegExp(tokens);
/** What Terraform reads as a template, and a dollar that would escape the template of the token after it. */
const markers = new RegExp(String.raw`%\{|(?<!\$)\$+(?=${tokens}|\{(?!TfToken\[))`, "g");

/** Escapes template markers, so that the text arrives in the service as written. Tokens of cdktf are kept. */
export function literal(text: string): string {
  // Validation reports values of another type.
  if (typeof text !== "string") return keepInvalid(text);
  const hasTokens = anyToken.test(text);
  return text.replace(markers, (marker) => {
    if (marker === "%{") return "%%{";
    // cdktf reads `$${` as the start of an expression, and would resolve the tokens after it as parts of that expression.
    return hasTokens ? `\${"${marker}"}` : `${marker}$`;
  });
}
