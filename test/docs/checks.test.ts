/** docs/checks.md describes every check, under the address that reports link to. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { checkNames, problemUrl } from "../../src/diagnostics";

const page = readFileSync(resolve(__dirname, "../../docs/checks.md"), "utf8");

it("has one section for each check, with an example and a remedy", () => {
  const sections = page.split(/^## /m).slice(1);
  expect(sections.map((section) => section.split("\n")[0])).toEqual(checkNames);
  for (const section of sections) {
    expect(section).toMatch(
      /```text\n(?:(?:warning|error): .+\n {2}|(?:error|warning|info) +[\w-]+ +).+\n```/,
    );
    // The message has the remedy on its second line, or the page has it.
    expect(section).toMatch(/^Remedy: |^(?:warning|error): .+\n {2}\w/m);
    expect(section).toMatch(/^Reported by: .*`|^Reported by: all/m);
  }
});

it("is the page that reports link to", () => {
  expect(problemUrl("never-fires")).toMatch(/\/docs\/checks\.md#never-fires$/);
});
