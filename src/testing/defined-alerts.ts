/** The alerts that a stack defines, as Terraform is given them. */
import { TerraformStack } from "cdktf";
import { type IConstruct } from "constructs";
import { unescapeTemplate } from "../diagnostics";
import { synthesized } from "./synthesized";

/** A stack, any construct of it, or the text that `Testing.synth` or cdktf made of one. */
export type StackLike = IConstruct | string;

/** The attributes of an alert, spelled as those of the resource `dbmon_alert`; expressions as they are, texts as they were written. */
export type DefinedAlert = Readonly<Record<string, unknown>>;

interface SynthesizedStack {
  readonly resource?: { readonly dbmon_alert?: Readonly<Record<string, Record<string, unknown>>> };
}

/** @throws Error with every complaint, where the stack is not valid */
export function definedAlerts(stack: StackLike): DefinedAlert[] {
  const text = typeof stack === "string" ? stack : synthesized(TerraformStack.of(stack));
  // The form of Terraform's configuration in JSON.
  const { resource } = JSON.parse(text) as SynthesizedStack;
  return Object.values(resource?.dbmon_alert ?? {}).map((attributes) =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) =>
        name === "//" ? [] : [[name, asWritten(value)]],
      ),
    ),
  );
}

function asWritten(value: unknown): unknown {
  if (typeof value === "string") return unescapeTemplate(value);
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one)]));
}
