/** Draws lines of monospaced text as an SVG picture with a dark background. */

export const characterWidth = 8.43;
export const lineHeight = 20;
export const margin = 20;

export interface PictureLine {
  readonly text: string;
  /** CSS color of the text. */
  readonly color: string;
}

/** @param overlay SVG elements above the text */
export function drawLines(
  title: string,
  lines: readonly PictureLine[],
  overlay: readonly string[] = [],
): string {
  const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * characterWidth) + 2 * margin;
  const height = lines.length * lineHeight + 2 * margin;
  const rows = lines.map(({ text, color }, index) => {
    const y = margin + (index + 0.75) * lineHeight;
    return `  <text x="${margin}" y="${y}" fill="${color}" xml:space="preserve">${escaped(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    `  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...rows,
    ...overlay,
    `</svg>`,
    ``,
  ].join("\n");
}

function escaped(line: string): string {
  return line.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
