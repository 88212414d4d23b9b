/** What looks wrong about the name of a database type. The set of types is not closed, so a name is only doubted. */
import { quote } from "../diagnostics";

/** Types that have been seen, with the names that people give them otherwise. */
const seen: Readonly<Record<string, readonly string[]>> = {
  os: [],
  mysql: [],
  pgsql: ["postgres", "postgresql"],
  redis: [],
  mongo: ["mongodb"],
};

/** @returns a doubt as a clause, and what may have been meant; undefined where nothing is wrong to see */
export function suggestHostType(
  type: string,
): { readonly what: string; readonly remedy: string } | undefined {
  const plain = type.trim().toLowerCase();
  const meant = Object.entries(seen).find(([name, others]) => name === plain || others.includes(plain))?.[0];
  if (meant === undefined || meant === type) return undefined;
  return {
    what: `${quote(type)} looks unlike a database type of the service`,
    remedy: `Did you mean ${quote(meant)}? \`dbmon hosts\` shows the types that there are.`,
  };
}
