/** The Schema section of a page: required, optional and read-only attributes, then a section for each nested schema. */
import { type AttributeJson, type AttributesJson } from "./provider-schemas";
import { attributeTypeName } from "./type-names";

const groups = ["Required", "Optional", "Read-Only"] as const;

export function schemaSection(attributes: AttributesJson): string {
  return ["## Schema", ...groupsOf(attributes, [], (group) => `### ${group}`)].join("\n\n");
}

/** @param path names of the enclosing attributes */
function groupsOf(
  attributes: AttributesJson,
  path: readonly string[],
  heading: (group: string) => string,
): string[] {
  const entries = Object.entries(attributes);
  const listed = groups.flatMap((group) => {
    const members = entries.filter(([, attribute]) => groupOf(attribute) === group);
    return members.length === 0
      ? []
      : [heading(group), members.map(([name, one]) => line([...path, name], one)).join("\n")];
  });
  return [...listed, ...entries.flatMap(([name, attribute]) => nestedSection([...path, name], attribute))];
}

function groupOf({ required, optional }: AttributeJson): (typeof groups)[number] {
  if (required === true) return "Required";
  return optional === true ? "Optional" : "Read-Only";
}

function line(path: readonly string[], attribute: AttributeJson): string {
  const { description, sensitive, nested_type: nested } = attribute;
  const marks = [attributeTypeName(attribute), ...(sensitive === true ? ["Sensitive"] : [])];
  const name = path.at(-1) ?? "";
  if (description === undefined || description === "")
    throw new Error(`${path.join(".")} has no description.`);
  const see = nested === undefined ? "" : ` (see [below for nested schema](#${anchor(path)}))`;
  return `- \`${name}\` (${marks.join(", ")}) ${description}${see}`;
}

function nestedSection(path: readonly string[], { nested_type: nested }: AttributeJson): string[] {
  if (nested === undefined) return [];
  return [
    `<a id="${anchor(path)}"></a>`,
    `### Nested Schema for \`${path.join(".")}\``,
    ...groupsOf(nested.attributes, path, (group) => `${group}:`),
  ];
}

function anchor(path: readonly string[]): string {
  return ["nestedatt", ...path].join("--");
}
