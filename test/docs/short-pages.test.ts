/** Short pages that are searched for by name work as written. Those that need Terraform are in short-pages.long.test.ts. */
import { followReference, readReference } from "./reference";

it.each(["rollback.md", "rate-limits.md", "time-zones.md", "metric-files.md"])(
  "%s works as written",
  async (page) => {
    const steps = await followReference(page);
    expect(steps.filter(({ kind }) => kind === "commands")).not.toEqual([]);
  },
);

it.each([
  "start.md",
  "rollback.md",
  "upgrade.md",
  "troubleshooting.md",
  "glossary.md",
  "lock-file.md",
  "opentofu-to-terraform.md",
  "time-zones.md",
  "rate-limits.md",
  "metric-files.md",
])("%s has at most 250 words", (page) => {
  expect(readReference(page).trim().split(/\s+/).length).toBeLessThanOrEqual(250);
});
