/** Text that a user wrote means itself: Terraform's template markers in it are escaped, cdktf's own tokens are kept. */
export function literal(text: string): string {
  return text.replace(/([$%])\{(?!TfToken\[)/g, "$1$1{");
}

/** The text as the user wrote it, for complaints. */
export function asWritten(text: string): string {
  return text.replace(/([$%])\1\{/g, "$1{");
}
