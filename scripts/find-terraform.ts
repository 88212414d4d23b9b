/** Finds Terraform or OpenTofu on the PATH. */
import { isOnPath } from "../src/distribution";

/** @returns the command that TERRAFORM_BINARY_NAME names, terraform or tofu, or undefined when the PATH has neither */
export function findTerraform(): string | undefined {
  return (
    process.env["TERRAFORM_BINARY_NAME"] ?? ["terraform", "tofu"].find((name) => isOnPath(name, process.env))
  );
}
