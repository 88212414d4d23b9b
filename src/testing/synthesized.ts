/** A stack as `cdktf synth` would write it: what hangs on its app holds in a test too. */
import { Aspects, Testing, type TerraformStack } from "cdktf";

/** @returns Terraform's configuration, as JSON @throws Error with every complaint, where the stack is not valid */
export function synthesized(stack: TerraformStack): string {
  // cdktf's own function begins at the stack, and does not see the aspects of what the stack is in.
  const inherited = stack.node.scopes.slice(0, -1).flatMap((scope) => Aspects.of(scope).all);
  for (const construct of inherited.length === 0 ? [] : stack.node.findAll())
    for (const aspect of inherited) aspect.visit(construct);
  return Testing.synth(stack, true);
}
