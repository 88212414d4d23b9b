/**
 * Whether the whole path matches the pattern, in which `*` matches any text. Each text between two `*` is searched once, from left to right, so
 * that the time is linear in the length of the path.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const [start = "", ...inner] = pattern.split("*");
  const end = inner.pop();
  if (end === undefined) return path === pattern;
  if (!path.startsWith(start) || !path.endsWith(end)) return false;
  let position = start.length;
  for (const text of inner) {
    const found = path.indexOf(text, position);
    if (found === -1) return false;
    position = found + text.length;
  }
  return position <= path.length - end.length;
}
