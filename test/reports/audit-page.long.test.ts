/** Audits as files: the page in a browser, and names that could break a page, XML or a terminal. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DOMParser } from "@xmldom/xmldom";
import * as z from "zod";
import { type EmulatorOptions, type SeedAlert } from "../../src/emulator";
import { findViolations } from "../support/accessibility";
import { chromiumForFile, describeWithChromium } from "../support/chromium";
import { commandBench, environmentOf } from "../support/command";
import { shopSeed } from "../support/emulator";
import { expectHarmless, hostileStrings } from "../support/hostile-text";
import { findInvalidHtml } from "../support/markup";

const bench = commandBench();

/** `seed`: undefined is what a new emulator has. */
async function audit(seed: EmulatorOptions["seed"], ...args: string[]) {
  const emulator = await bench.emulator({ propagationSeconds: 0, seed });
  const reports = ["--report", "html=audit.html", "--report", "junit=audit.xml"];
  const run = await bench.dbmon(["audit", ...reports, ...args], { environment: environmentOf(emulator) });
  const read = (file: string) => readFileSync(join(bench.folder(), file), "utf8");
  return {
    ...run,
    page: read("audit.html"),
    xml: read("audit.xml"),
    address: pathToFileURL(join(bench.folder(), "audit.html")).href,
  };
}

const document = z.object({ findings: z.array(z.object({ check: z.string() })) });
/** Checks of an audit that the seed does not need a configuration for. */
const checks = [
  "incomplete",
  "never-fires",
  "nobody-notified",
  "unnoticed",
  "uncovered-host",
  "redundant",
  "noisy",
  "reset-above-trigger",
  "look-alike-names",
  "unknown-metric",
  "dead-runbook",
  "disabled",
  "overlap",
  "silent",
  "destination-unused",
];

it("a new emulator has a finding of each check that needs no rules", async () => {
  const { code, stdout } = await audit(undefined, "--check-links", "--json");
  expect(code).toBe(0);
  const { findings } = document.parse(JSON.parse(stdout));
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(checks);
});

it("the page has the verdict, a section for each check, and the firings of noisy alerts by day", async () => {
  const { page } = await audit(undefined);
  expect(findInvalidHtml(page)).toEqual([]);
  expect(page).toContain("<h1>3 errors, 7 warnings in 14 alerts.</h1>");
  const sections = [...page.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title);
  const titles = checks
    .filter((check) => check !== "dead-runbook")
    .map((check) => check.replaceAll("-", " "));
  expect(sections.map((title = "") => title.toLowerCase())).toEqual([...titles, "notes"]);
  const [noisy = "", ...others] = page.match(/<div class="timeline"[^]*?<\/div>\s*<svg[^]*?<\/svg>/g) ?? [];
  expect(others).toEqual([]);
  // A day is one unit wide. The day with the most firings has the highest bar.
  expect(noisy).toMatch(/viewBox="0 0 91 10"/);
  expect(noisy).toMatch(/v-\d/);
  expect(page).toContain("max 38");
});

it("hostile names are text in the page, in JUnit and in annotations", async () => {
  const names = [...hostileStrings, "]]> &amp; <img src=x onerror=alert(1)>", "</style></script><script>"];
  const alerts = names.map((name, index): SeedAlert => ({
    alert: {
      name: `${index} ${name}`,
      annotations: name,
      policy: 1,
      type: 1,
      disabled: index % 2 === 0 ? 0 : 1,
      destinations: [],
    },
    config: { hosts: [], host_types: [], categories: [name] },
  }));
  const seed = { ...shopSeed(), alerts };
  const { page, xml, stdout } = await audit(seed, "--format", "github");
  expect(findInvalidHtml(page)).toEqual([]);
  expect(page).not.toMatch(/<img|<script>(?!\/\/ @ts-check)/);
  const errors: string[] = [];
  new DOMParser({ onError: (_level, message) => errors.push(message) }).parseFromString(xml, "text/xml");
  expect(errors).toEqual([]);
  expect(xml.match(/<testcase /g)?.length).toBeGreaterThan(names.length);
  for (const text of [page, xml]) expectHarmless(text);
  expectHarmless(stdout, /^::(?:error|warning|notice) title=dbmon audit::/);
});

describeWithChromium("the page of an audit in Chromium", () => {
  const browser = chromiumForFile();

  it.each([390, 1280])(
    "fits into %i pixels, is accessible, and filters by check and by text",
    async (width) => {
      const { address } = await audit(undefined);
      const { page } = await browser.open({ viewport: { width, height: 844 }, bypassCSP: true });
      await page.goto(address);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await findViolations(page)).toEqual([]);
      const visible = page.locator(".entry:visible summary bdi");
      await page.getByRole("button", { name: "1 noisy" }).press("Space");
      expect(await visible.allTextContents()).toEqual(["Checkout times out"]);
      const headings = await page.locator("h2:visible").allTextContents();
      expect(headings).toEqual(["Noisy", "Notes"]);
      await page.getByRole("button", { name: "1 noisy" }).press("Space");
      await page.getByRole("searchbox").fill("jonas");
      expect(await visible.allTextContents()).toEqual([
        "Database restarted (Jonas)",
        "db-1 is pegged (ask Jonas first)",
      ]);
    },
  );
});
