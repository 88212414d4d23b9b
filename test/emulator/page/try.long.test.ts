/** The emulator's page as a tool: forms that fire alerts, the log of requests, and accessibility. */
import * as z from "zod";
import { findViolations } from "../../support/accessibility";
import { describeWithChromium } from "../../support/chromium";
import { pageForEachTest, read } from "./page-story";

describeWithChromium("the emulator's page", () => {
  const story = pageForEachTest();
  const { add, advance, open } = story;

  async function addEventAlert(id: number): Promise<void> {
    const settings = { annotations: "", policy: 1, type: 1, disabled: 0, destinations: [1] };
    await story.service.post("/config/alerts", { body: { name: "Deploys", ...settings } });
    const body = { hosts: [], host_types: [], categories: ["deploy"] };
    await story.service.put(`/config/alerts/${id}/config`, { body });
  }

  it("fires a threshold alert with a reported value, and shows the time until then", async () => {
    add.hosts("db-1", "db-2");
    add.destinations("DBA team");
    await add.alert(1, { name: "CPU" }, { hosts: [2] });
    advance(60);
    const { page, messages } = await open();
    const alert = page.locator("#alert-1");
    await alert.getByRole("button", { name: "Try" }).click();
    const form = page.getByRole("form", { name: "Report a metric value" });
    expect(await form.getByLabel("Host").locator("option:checked").innerText()).toBe(
      "\u2068db-2\u2069 (id 2)",
    );
    expect(await form.getByLabel("Metric").inputValue()).toBe("os.cpu.user_us");
    expect(await page.evaluate("document.activeElement.value")).toBe("0.99");
    await page.keyboard.press("Enter");
    await form.getByText("Sent. Alerts that watch it: 1.").waitFor();
    await page.locator("#alert-1.alert-exceeding", { hasText: "Fires in 5 min" }).waitFor();
    advance(62);
    await alert.filter({ hasText: "Above the trigger on db-2. Fires in 3 min 58 s." }).waitFor();
    // A poll keeps what the user enters.
    await form.getByLabel("Value").fill("0.5");
    await alert.getByRole("button", { name: "Advance clock" }).click();
    await page.locator("#alert-1.alert-fired", { hasText: "Fired on db-2 just now" }).waitFor();
    expect(await read(page.locator('[data-rows="firings"] > li'))).toContain("CPU on db-2 fired just now");
    expect(await form.getByLabel("Value").inputValue()).toBe("0.5");
    await form.getByRole("button", { name: "Report value" }).click();
    await page.locator("#alert-1.alert-quiet").waitFor();
    expect(story.environment().metrics()).toMatchObject([{ host: 2, metric: "os.cpu.user_us", value: 0.5 }]);
    expect(messages).toEqual([]);
  });

  it("fires an event alert with a created event", async () => {
    add.hosts("db-1");
    add.destinations("DBA team");
    await addEventAlert(1);
    advance(60);
    const { page } = await open();
    await page.locator("#alert-1").getByRole("button", { name: "Try" }).click();
    const form = page.getByRole("form", { name: "Create an event" });
    expect(await form.getByLabel("Type").inputValue()).toBe("deploy");
    await form.getByLabel("Message").fill("Release 9");
    await form.getByLabel("Level").selectOption("warn");
    await form.getByLabel("Host").selectOption("none");
    await form.getByRole("button", { name: "Create event" }).click();
    await form.getByText("Sent. Alerts that watch it: 1.").waitFor();
    const firing = page.locator('[data-rows="firings"] > li');
    await firing.filter({ hasText: "Deploys" }).waitFor();
    expect(await read(firing)).toContain("Release 9");
    await page.locator('[data-rows="outbox"] > li', { hasText: "DBA team" }).waitFor();
    const [event] = z
      .object({ data: z.array(z.looseObject({ type: z.string() })) })
      .parse((await story.service.get(`/events?from=-60&until=0&addGlobal=1`)).json)
      .data.filter(({ type }) => type === "deploy");
    expect(event).toMatchObject({ message: "Release 9", level: "warn" });
    expect(event).not.toHaveProperty("host");
  });

  it("shows why a value or an event is refused, and why a button failed", async () => {
    add.hosts("db-1");
    await add.alert(1, { destinations: [] });
    const { page } = await open();
    const value = page.getByRole("form", { name: "Report a metric value" });
    await value.getByLabel("Metric").fill("m");
    await value.getByLabel("Value").fill("1");
    const event = page.getByRole("form", { name: "Create an event" });
    await event.getByLabel("Type").fill("deploy");
    await event.getByLabel("Host").selectOption("\u2068db-1\u2069 (id 1)");
    // The page learns of the removed host with its next poll.
    await page.route(/overview/, () => undefined);
    story.environment().remove("hosts", 1);
    await value.getByRole("button").click();
    expect(await value.getByRole("alert").innerText()).toContain("host");
    await event.getByRole("button").click();
    expect(await event.getByRole("alert").innerText()).toContain("host");
    await story.service.delete("/config/alerts/1");
    await page.locator("#alert-1").getByRole("button", { name: "Disable" }).click();
    await page.locator("#notice").getByText("does not exist").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    expect(await page.locator("#notice").isVisible()).toBe(false);
  });

  it("lists requests with their status and fault", async () => {
    const { faults } = story.service.emulator();
    const { page } = await open();
    expect(await page.locator("#requests").innerText()).toContain("No requests yet.");
    const fault = faults.add({ path: "/api/v2/hosts", times: 1, answer: { status: 503 } });
    await story.service.get("/hosts?from=-60");
    await story.service.get("/config/alerts");
    const rows = page.locator('[data-rows="requests"] > li');
    await rows.nth(1).waitFor();
    expect(await Promise.all((await rows.all()).map(read))).toEqual([
      "200 GET /api/v2/config/alerts just now",
      `503 GET /api/v2/hosts?from=-60 fault ${fault.id} just now`,
    ]);
  });

  it.each(["light", "dark"] as const)("is accessible with the color scheme %s", async (colorScheme) => {
    add.hosts("db-1");
    add.destinations("DBA team");
    await add.alert(1);
    await add.alert(2, { disabled: 1, annotations: "See https://wiki.example/a" }, { metric: "other" });
    await add.alert(3, {}, null);
    await addEventAlert(4);
    advance(60);
    add.value(1, 0.95);
    advance(300);
    add.event("deploy", "Release 7", { level: "crit" });
    // The policy of the page blocks the checker too.
    const { page } = await open("/", { colorScheme, bypassCSP: true });
    await page.locator("#alert-1.alert-fired").waitFor();
    expect(await findViolations(page, "none")).toEqual([]);
    await page.locator("#alert-1").getByRole("button", { name: "Edit" }).click();
    expect(await findViolations(page, "none")).toEqual([]);
  });
});
