/** The HTML page of reports in a browser: layout, accessibility, filters, anchors, printing and hostile names. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findViolations } from "../support/accessibility";
import { chromiumForFile, describeWithChromium } from "../support/chromium";
import { alerts, commandBench, cpuHigh, deployed, environmentOf } from "../support/command";

const bench = commandBench();

const hostile = [
  '<img src=x onerror="window.ran=1">',
  "</script><script>window.ran=1</script>",
  "\u202eright to left",
  "first\nsecond",
];

/** Writes the page of a plan that creates, updates and deletes alerts. @returns its address */
async function writePage(...names: readonly string[]): Promise<string> {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  await bench.dbmon(["apply", bench.write("alerts.yaml", alerts(cpuHigh, deployed)), "--yes"], {
    environment,
  });
  const created = names.map(
    (name) =>
      `\n  - ${JSON.stringify({ name, annotations: name.repeat(10), policy: 1, event: { categories: [name] } })}\n`,
  );
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("0.9,", "0.95,"), ...created));
  const prune = ["--prune", "Deployed", "--max-deletes", "1"];
  await bench.dbmon(["plan", file, ...prune, "--report", "html=plan.html"], { environment });
  return pathToFileURL(join(bench.folder(), "plan.html")).href;
}

describeWithChromium("the page of a plan in Chromium", () => {
  const browser = chromiumForFile();

  it.each([360, 800, 1400])("fits into %i pixels in both schemes, and is accessible", async (width) => {
    const address = await writePage("New", "n".repeat(200));
    for (const colorScheme of ["light", "dark"] as const) {
      // The policy of the page blocks the checker too.
      const { page } = await browser.open({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      await page.goto(address);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await findViolations(page)).toEqual([]);
    }
  });

  it("shows all columns of its tables on 390 pixels", async () => {
    const { page } = await browser.open({ viewport: { width: 390, height: 844 } });
    const environment = environmentOf(await bench.emulator());
    await bench.dbmon(["plan", bench.write("new.yaml", alerts(cpuHigh)), "--report", "html=new.html"], {
      environment,
    });
    await page.goto(pathToFileURL(join(bench.folder(), "new.html")).href);
    const cells = page.locator("tbody td");
    expect(await cells.count()).toBeGreaterThan(0);
    for (const cell of await cells.all()) {
      const { x = -1, width = 0 } = (await cell.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    }
  });

  it("runs its script and nothing else under its policy, whatever the names are", async () => {
    const { page, messages, addresses } = await browser.open();
    await page.goto(await writePage(...hostile));
    await page.getByRole("searchbox", { name: "Filter alerts" }).waitFor();
    expect(await page.evaluate("typeof window.ran")).toBe("undefined");
    expect(messages).toEqual([]);
    expect(addresses).toHaveLength(1);
    expect(await page.locator("img, iframe, main script").count()).toBe(0);
    await page.getByText("<img src=x", { exact: false }).first().waitFor();
  });

  it("filters by text and by kind of change with the keyboard", async () => {
    const { page } = await browser.open();
    await page.goto(await writePage("New", "Newer"));
    const visible = page.locator(".entry:visible summary bdi");
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("newer");
    expect(await visible.allTextContents()).toEqual(["Newer"]);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "1 delete" }).press("Space");
    expect(await visible.allTextContents()).toEqual(["Deployed"]);
    expect(await page.getByRole("status").textContent()).toBe("1 of 4 shown");
  });

  it("opens the alert of an anchor", async () => {
    const address = await writePage(...Array.from({ length: 60 }, (_, index) => `Alert ${index}`));
    const { page } = await browser.open();
    await page.goto(address);
    const entry = page.locator(".entry", { hasText: "Alert 42" });
    expect(await entry.getAttribute("open")).toBeNull();
    await page.goto(`${address}#${(await entry.getAttribute("id")) ?? ""}`);
    await entry.locator("dl, p").first().waitFor();
    const isInView = "document.querySelector('.entry:target').getBoundingClientRect().top < innerHeight";
    expect(await page.evaluate(isInView)).toBe(true);
  });

  it("is complete without its script, and prints what is folded", async () => {
    const { page } = await browser.open({ javaScriptEnabled: false });
    await page.goto(await writePage("New"));
    await page.getByText("When an event New occurs on any host").waitFor();
    expect(await page.getByRole("searchbox").count()).toBe(0);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});
