/** Text that a user wrote means itself: Terraform's template markers in it are escaped, cdktf's own tokens are kept. */
export function literal(text: string): string {
  return text.replace(/([$%])\{(?!TfToken\[)/g, "$1$1{");
}
