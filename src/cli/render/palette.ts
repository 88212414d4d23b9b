/** Colors, for terminals alone. */

export type Style = "bold" | "green" | "yellow" | "red" | "cyan";

/** The text in that style; as it is without one. */
export type Palette = (text: string, style?: Style) => string;

const codes: Readonly<Record<Style, number>> = { bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 };

export const plain: Palette = (text) => text;

const colored: Palette = (text, style) =>
  style === undefined ? text : `\u001b[${codes[style]}m${text}\u001b[0m`;

/**
 * Colors only on a terminal that has them and where nobody asks for none: https://no-color.org. FORCE_COLOR has them
 * anywhere, for logs that show them.
 */
export function paletteFor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Palette {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return plain;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR === "0" ? plain : colored;
  return stream.isTTY === true && TERM !== "dumb" ? colored : plain;
}
