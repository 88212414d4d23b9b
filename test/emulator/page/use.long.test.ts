/** Use of the emulator's page: links, keyboard, small screens, restarts of the emulator and large environments. */
import { type Page } from "playwright-core";
import { emptySeed, type SeedAlert, ServiceEmulator } from "../../../src/emulator";
import { describeWithChromium } from "../../support/chromium";
import { cpuAlert, cpuConfig } from "../../support/emulator";
import { until } from "../../support/programs";
import { pageForEachTest, read } from "./page-story";

const linked = '.linked[aria-current="true"]';
const isInView = `(() => {
  const { top, bottom } = document.querySelector(".row.linked").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

describeWithChromium("use of the emulator's page", () => {
  const story = pageForEachTest();
  const { add, advance, open } = story;

  describe("links", () => {
    it("to an alert scroll to it and mark it until another link is followed", async () => {
      add.destinations("DBA team");
      for (let id = 1; id <= 30; id++) await add.alert(id);
      const { page } = await open("/#alert-28");
      await page.locator(`#alert-28${linked}`).waitFor();
      expect(await page.evaluate(isInView)).toBe(true);
      expect(await page.evaluate("document.activeElement.id")).toBe("alert-28");
      await page.evaluate("location.hash = '#alert-3'");
      await page.locator(`#alert-3${linked}`).waitFor();
      expect(await page.locator(linked).count()).toBe(1);
      expect(await page.evaluate(isInView)).toBe(true);
    });

    it("to an event scroll to it and select a range that contains it", async () => {
      add.event("deploy", "Release 8");
      const [old] = add.event("deploy", "Release 7", { start: story.now() - 4 * 3600 });
      const { page } = await open(`/#event-${old?.uuid ?? ""}`);
      const row = page.locator(`#event-${old?.uuid ?? ""}${linked}`);
      await row.filter({ hasText: "Release 7" }).waitFor();
      expect(await page.evaluate(isInView)).toBe(true);
      expect(await page.locator(".event-mark.linked").count()).toBe(1);
      expect(await page.getByLabel("Time range").inputValue()).toBe(String(6 * 3600));
    });

    it("to a missing alert show a notice, and are followed when it exists", async () => {
      const { page } = await open("/#alert-1");
      await page.getByText("Alert 1 is not in the list of environment").waitFor();
      await add.alert(1, { destinations: [] });
      await page.locator(`#alert-1${linked}`).waitFor();
      await page.locator("#notice").waitFor({ state: "hidden" });
    });
  });

  it("an unreachable emulator is reported, and polled again after Retry now", async () => {
    add.hosts("db-1");
    const { page } = await open();
    const { url } = story.service.emulator();
    await story.service.emulator().stop();
    await page
      .getByText("The emulator does not respond. Showing data as of 2 Nov 2026, 09:00:00 UTC.")
      .waitFor();
    expect(await read(page.locator("#connection"))).toBe("no response");
    expect(await read(page.locator('[data-rows="hosts"]'))).toContain("db-1");

    const restarted = await ServiceEmulator.start({ seed: "empty", port: Number(new URL(url).port) });
    try {
      restarted.environment().add("hosts", { name: "db-2", type: "mysql" });
      await page.getByRole("button", { name: "Retry now" }).click();
      await page.locator('[data-rows="hosts"]', { hasText: "db-2" }).waitFor();
      expect(await page.locator("#notice").isVisible()).toBe(false);
      expect(await read(page.locator("#connection"))).toBe("live");
    } finally {
      await restarted.stop();
    }
  });

  it("does not poll while hidden, and polls less often while there is no response", async () => {
    const { page, addresses } = await story.blank();
    await page.clock.install();
    await page.goto(story.service.emulator().url);
    await page.locator('html[data-connection="live"]').waitFor();
    const polls = () => addresses.filter((address) => address.includes("/_emulator/overview")).length;
    const setHidden = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, "hidden", { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event("visibilitychange"));
      `);
    const next = page.waitForRequest(/overview/);
    await page.clock.runFor(1500);
    await next;
    await setHidden(true);
    const before = polls();
    await page.clock.runFor(60_000);
    expect(polls()).toBe(before);
    const response = page.waitForResponse(/overview/);
    await setHidden(false);
    await response;

    await story.service.emulator().stop();
    await page.evaluate(`
      window.delays = [];
      const setTimer = window.setTimeout;
      window.setTimeout = (callback, delay) => {
        window.delays.push(delay);
        return setTimer(callback, delay);
      };
    `);
    await until(async () => {
      await page.clock.runFor(1000);
      return (await page.evaluate("window.delays.slice(-2).join()")) === "8000,8000";
    });
    expect(await page.evaluate("window.delays.slice(-5)")).toEqual([1000, 2000, 4000, 8000, 8000]);
  });

  it("unchanged data does not change the DOM, and focus stays while rows move", async () => {
    add.hosts("db-1");
    add.destinations("DBA team");
    add.event("deploy", "Release 7");
    await add.alert(1, {}, { host_types: ["none"] });
    await add.alert(2);
    advance(60);
    const { page } = await open();
    await page.evaluate(`
      window.changes = 0;
      new MutationObserver((all) => (window.changes += all.length)).observe(document.documentElement, {
        subtree: true, childList: true, attributes: true, characterData: true,
      });
    `);
    for (let round = 0; round < 2; round++) await page.waitForResponse(/overview/);
    expect(await page.evaluate("window.changes")).toBe(0);

    await page.locator("#alert-1 .cell-name a").focus();
    add.value(1, 0.95);
    advance(300);
    await page.locator("#alert-2.alert-fired").waitFor();
    expect(await page.locator('[data-rows="alerts"] > li').first().getAttribute("id")).toBe("alert-2");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#alert-1");
    await page.locator("#alert-2 .cell-name a").focus();
    advance(7200);
    add.value(1, 0.1);
    await page.locator("#alert-2.alert-quiet").waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe("#alert-2");
  });

  it("all controls are reachable by keyboard, and the events of the timeline by arrow keys", async () => {
    add.hosts("db-1");
    add.destinations("DBA team");
    await add.alert(1);
    add.value(1, 0.1);
    for (const [age, name] of [
      [30, "First"],
      [20, "Second"],
      [10, "Third"],
    ] as const) {
      add.event("deploy", name, { start: story.now() - age * 60 });
    }
    const { page } = await open();
    const tabStops = await tabStopsOf(page);
    for (const stop of [
      "Skip to alerts",
      "Advance 1 min",
      "Advance 1 h",
      "Time range",
      "Events",
      "metric",
      "Report value",
      "Create event",
      "Filter alerts",
      "Filter hosts",
      "Filter metrics",
    ]) {
      expect(tabStops).toContainEqual(expect.stringContaining(stop));
    }
    expect(tabStops.filter((stop) => stop.includes("deploy"))).toHaveLength(1);

    await page.locator(".event-mark[tabindex='0']").focus();
    const readout = page.locator("#readout");
    for (const [key, message] of [
      ["Home", "First"],
      ["ArrowRight", "Second"],
      ["ArrowUp", "First"],
      ["ArrowLeft", "First"],
      ["End", "Agent"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await read(readout)).toContain(message);
    }
    await page.keyboard.press("Enter");
    await page.locator(`[data-rows="events"] ${linked}`).waitFor();
  });

  it.each([320, 400, 1400])("fits a window of width %d, even with long names", async (width) => {
    const long = "long".repeat(60);
    add.hosts(long, "db-1.shop.example:3306");
    add.destinations(long);
    await add.alert(1, { name: long, annotations: long }, { metric: long, hosts: [1] });
    for (const type of [long, "a", "b"]) add.event(type, long);
    advance(60);
    add.value(1, 1e300, long);
    advance(300);
    const { page } = await open("/", { viewport: { width, height: 700 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });
});

/** Labels or strings of the tab stops, in order. */
async function tabStopsOf(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press("Tab");
    const stop: unknown = await page.evaluate(`
      (({ ariaLabel, name, textContent }) => ariaLabel ?? (name || textContent))(document.activeElement)
    `);
    stops.push(String(stop));
    if (stops.length > 1 && stop === stops[0]) return stops;
  }
  return stops;
}

describeWithChromium("with thousands of alerts", () => {
  const count = 2000;
  const alerts = Array.from({ length: count }, (_, index): SeedAlert => {
    const alert = { ...cpuAlert, destinations: [], name: `Alert number ${index + 1}` };
    return index % 100 === 0
      ? { alert }
      : { alert, config: { ...cpuConfig, hosts: [], host_types: ["mysql"] } };
  });
  const story = pageForEachTest({ seed: { ...emptySeed, alerts } });

  it("shows the first 200, filters all, and shows all on request", async () => {
    for (let event = 0; event < 500; event++) story.add.event(`type ${event % 5}`, `Event ${event}`);
    const { page } = await story.open();
    const rows = page.locator('[data-rows="alerts"] > li');
    expect(await rows.count()).toBe(200);
    await page.getByText("Showing 200 of 2,000.").waitFor();
    await page.getByLabel("Filter alerts").fill("number 1987");
    expect(await rows.count()).toBe(1);
    await page.getByLabel("Filter alerts").fill("");

    await page.evaluate("location.hash = '#alert-1321'");
    await page.locator(`#alert-1321${linked}`).waitFor();
    expect(await rows.count()).toBe(201);
    expect(await page.evaluate(isInView)).toBe(true);
    await page.locator("#alerts").getByRole("button", { name: "Show all" }).click();
    await rows.nth(count - 1).waitFor();
    expect(await rows.count()).toBe(count);
  });

  it("an alert that fires is listed first", async () => {
    story.add.hosts("db-1");
    const { page } = await story.open();
    story.add.value(1, 0.95);
    story.advance(300);
    await page.locator("#alert-2.alert-fired").waitFor();
    expect(await page.locator('[data-rows="alerts"] > li').first().getAttribute("id")).toBe("alert-2");
    expect(await page.locator('[data-rows="alerts"] > li').count()).toBe(200);
  });
});
