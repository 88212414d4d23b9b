/** Looks up objects of the service by their names: with one data source per construct, or per stack, provider and value. */
import { createHash } from "node:crypto";
import { Lazy, type TerraformProvider, TerraformStack, Token } from "cdktf";
import { type Construct, type IConstruct } from "constructs";
import * as z from "zod";
import { omitUndefined } from "../../diagnostics";
import { DataDbmonAlertDuration } from "../generated/data-dbmon-alert-duration";
import { DataDbmonAlertPolicy } from "../generated/data-dbmon-alert-policy";
import { requireValid, validateAtSynthesis } from "../validation/validate";
import { hasMember, idOf, literal, toArguments } from "./arguments";

/** A class that cdktf generates from a data source that looks up one object by its name. */
type DataSource<Id> = new (
  scope: Construct,
  id: string,
  config: { readonly name: string },
) => Construct & { readonly id: Id };

/** The ID of the object with the name, as a token. @param kind the kind of object, with its article: "a host" */
export function idByName<Id>(
  dataSource: DataSource<Id>,
  scope: Construct,
  id: string,
  name: string,
  kind: string,
): Id {
  const data = new dataSource(scope, id, toArguments({ name: literal(name) }));
  validateAtSynthesis(data, { name: z.string() }, { name }, { name: `Set it to the name of ${kind}.` });
  return data.id;
}

/** A policy or duration that Terraform looks up during the plan. */
export type OptionLookup =
  | { readonly kind: "policy" | "duration"; readonly name: string }
  | { readonly kind: "duration"; readonly seconds: number };

interface PolicyReference {
  readonly policyId: number;
  readonly lookup: OptionLookup | undefined;
}

/** The ID of a policy for a resource in the scope and of the provider. */
export function policyIdOf(
  policy: PolicyReference | number | undefined,
  scope: IConstruct,
  provider: TerraformProvider | undefined,
): number | undefined {
  const lookup = hasMember(policy, "lookup") ? policy.lookup : undefined;
  return lookup === undefined ? idOf(policy, "policyId") : lookUp(lookup, scope, provider);
}

/** @throws Error if the name is not a string, is empty, or has a lone surrogate */
export function lookupByName(kind: "policy" | "duration", name: string): OptionLookup {
  return { kind, name: requireValid(`The name of an alert ${kind}`, z.string().min(1), name) };
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
  const config = omitUndefined({ provider });
  if ("seconds" in lookup)
    return new DataDbmonAlertDuration(stack, id, { seconds: lookup.seconds, ...config }).id;
  const DataSource = lookup.kind === "policy" ? DataDbmonAlertPolicy : DataDbmonAlertDuration;
  return new DataSource(stack, id, { name: literal(lookup.name), ...config }).id;
}

/** Whether the construct is a data source of any copy of this package. */
function hasId(value: unknown): value is { readonly id: number } {
  return hasMember(value, "id") && typeof value.id === "number";
}

/** Equal for equal lookups. Readable, because it is part of the address of the data source. */
function constructIdOf(lookup: OptionLookup, provider: TerraformProvider | undefined): string {
  const text = "seconds" in lookup ? `${lookup.seconds}s` : lookup.name;
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  const hash = createHash("sha256")
    .update(JSON.stringify([lookup, provider?.alias ?? ""]))
    .digest("hex")
    .slice(0, 8);
  return ["alert", lookup.kind, slug, hash].filter((part) => part !== "").join("-");
}
