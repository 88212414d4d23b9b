/** The short pages that need Terraform work as written. */
import { describeWithTerraform } from "../support/terraform";
import { followReference } from "./reference";

describeWithTerraform("the pages on the provider", () => {
  it.each(["lock-file.md", "upgrade.md"])("%s works as written", async (page) => {
    const steps = await followReference(page);
    expect(steps.filter(({ kind }) => kind === "commands")).not.toEqual([]);
  });
});
