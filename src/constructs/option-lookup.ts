/** Looks up alert policies and durations by name or time, with one data source per stack, provider and value. */
import { createHash } from "node:crypto";
import { Lazy, type TerraformProvider, TerraformStack, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { DataDbmonAlertDuration } from "./generated/data-dbmon-alert-duration";
import { DataDbmonAlertPolicy } from "./generated/data-dbmon-alert-policy";
import { hasMember } from "./invalid-value";
import { literal } from "./text";
import { validateRequiredText } from "./value-validation";

/** What Terraform looks up during the plan. */
export type OptionLookup =
  | { readonly kind: "policy" | "duration"; readonly name: string }
  | { readonly kind: "duration"; readonly seconds: number };

/** The lookup of a policy or duration; undefined for an ID or an invalid value. */
export function lookupOf(
  reference: { readonly lookup: OptionLookup | undefined } | number,
): OptionLookup | undefined {
  return hasMember(reference, "lookup") ? reference.lookup : undefined;
}

/** @throws Error if the name is not a string, is empty, or has a lone surrogate */
export function lookupByName(kind: "policy" | "duration", name: string): OptionLookup {
  const [problem] = validateRequiredText("name", name, `the name of an alert ${kind}`);
  if (problem !== undefined) throw new Error(`Invalid alert ${kind}: ${problem}`);
  return { kind, name };
}

/** The ID for resources of the default provider, as a token that creates the data source when cdktf resolves it. */
export function lazyIdOf(lookup: OptionLookup): number {
  return Token.asNumber(Lazy.anyValue({ produce: ({ scope }) => lookUp(lookup, scope) }));
}

/**
 * The ID as a token of the data source, which is created in the stack of the scope if it does not exist.
 * @param provider default: the provider of the stack that has no alias
 */
export function lookUp(lookup: OptionLookup, scope: IConstruct, provider?: TerraformProvider): number {
  const stack = TerraformStack.of(scope);
  const id = constructIdOf(lookup, provider);
  const existing = stack.node.tryFindChild(id);
  if (hasId(existing)) return existing.id;
  const config = provider === undefined ? {} : { provider };
  if ("seconds" in lookup)
    return new DataDbmonAlertDuration(stack, id, { seconds: lookup.seconds, ...config }).id;
  const arguments_ = { name: literal(lookup.name), ...config };
  return lookup.kind === "policy"
    ? new DataDbmonAlertPolicy(stack, id, arguments_).id
    : new DataDbmonAlertDuration(stack, id, arguments_).id;
}

/** Whether the construct is a data source of any copy of this package. */
function hasId(value: unknown): value is { readonly id: number } {
  return hasMember(value, "id") && typeof value.id === "number";
}

/** Equal for equal lookups. Readable, because it is part of the address of the data source. */
function constructIdOf(lookup: OptionLookup, provider: TerraformProvider | undefined): string {
  const alias = provider?.alias ?? "";
  const text = "seconds" in lookup ? `${lookup.seconds}s` : lookup.name;
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  const hash = createHash("sha256")
    .update(JSON.stringify([lookup, alias]))
    .digest("hex")
    .slice(0, 8);
  return ["alert", lookup.kind, slug.replace(/^-|-$/g, ""), hash].filter((part) => part !== "").join("-");
}
