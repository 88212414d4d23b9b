/** What an argument of a synthesized resource stands for: destinations and hosts by what they are looked up by, texts as written. */
import { hasTemplateExpression, unescapeTemplate } from "../diagnostics";
import { type Reference } from "../reconcile";

export type DataSources = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

const deepest = 100;

/** Of what an argument holds ids. */
const nounsOf: Readonly<Record<string, string>> = { destinations: "destination", hosts: "host" };

/** @param onForeign told of each expression that only Terraform can evaluate */
export function resolveArgument(
  name: string,
  value: unknown,
  data: DataSources,
  onForeign: (expression: string) => void,
): unknown {
  const noun = nounsOf[name];
  const resolve = (inner: unknown, depth: number): unknown => {
    // An alert is not nearly so deep; what is missing below is told by its schema.
    if (depth > deepest) return null;
    if (Array.isArray(inner)) return inner.map((one) => resolve(one, depth + 1));
    if (typeof inner === "object" && inner !== null) {
      return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, resolve(one, depth + 1)]));
    }
    if (typeof inner !== "string") return inner;
    const [, lookedUp, address = ""] = /^\$\{data\.dbmon_(\w+)\.([\w-]+)\.id\}$/.exec(inner) ?? [];
    if (lookedUp !== undefined && lookedUp === noun) {
      const reference = lookedUpBy(data[`dbmon_${noun}`]?.[address]);
      if (reference !== undefined) return reference;
    }
    if (hasTemplateExpression(inner)) onForeign(inner);
    return unescapeTemplate(inner);
  };
  return resolve(value, 0);
}

function lookedUpBy(source: Readonly<Record<string, unknown>> | undefined): Reference | undefined {
  const { name, id } = { name: source?.["name"], id: source?.["id"] };
  if (typeof name === "string") return unescapeTemplate(name);
  return typeof id === "number" ? id : undefined;
}
