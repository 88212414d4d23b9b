/** The emulator's page in a browser: its content, and its updates while the environment changes. */
import { describeWithChromium } from "../../support/chromium";
import { attributes, pageForEachTest, read } from "./page-story";

/** The axis has no name. */
const lane = ".lane:not([aria-hidden])";
const fiveMinutes = 300;
const propagation = 60;

describeWithChromium("the emulator's page", () => {
  const story = pageForEachTest({ tokens: { "staging-token": "staging" } });
  const { add, advance, open } = story;

  describe("alerts", () => {
    it("are listed with state, condition and destination names", async () => {
      add.hosts("db-1", "db-2");
      add.destinations("DBA team", "On-call", "Former team");
      await add.alert(
        1,
        { name: "CPU", annotations: "", destinations: [1, 2, 3] },
        { hosts: [1, 2], host_types: ["pgsql"] },
      );
      story.environment().remove("hosts", 2);
      story.environment().remove("destinations", 3);
      await add.alert(2, { disabled: 1 });
      const event = { name: "Deploys", type: 1, policy: 1, destinations: [] };
      await story.service.post("/config/alerts", {
        body: { ...event, annotations: "See the wiki", disabled: 0 },
      });
      const config = { hosts: [], host_types: [], categories: ["deploy", "load test"] };
      await story.service.put("/config/alerts/3/config", { body: config });
      await story.service.post("/config/alerts", {
        body: { ...event, annotations: "", name: "Interrupted", disabled: 0 },
      });
      advance(propagation);

      const { page } = await open();
      expect(await read(page.locator("#alert-1"))).toBe(
        "quiet CPU id 1 warn when os.cpu.user_us is above 0.9 for 5 minutes on any pgsql host, or on db-1 or " +
          "host 2 (removed), until it is below 0.8; at most once every 15 minutes. " +
          "→ DBA team, On-call and destination 3 (removed) Try Disable Edit",
      );
      expect(await read(page.locator("#alert-2 .cell-state"))).toBe("disabled");
      expect(await read(page.locator("#alert-3"))).toBe(
        "quiet Deploys id 3 When an event deploy or load test occurs on any host; every time. See the wiki no destinations Try Disable Edit",
      );
      expect(await read(page.locator("#alert-4"))).toBe(
        "incomplete Interrupted id 4 No configuration, so the alert cannot fire. Edit the alert to configure it. " +
          "no destinations Disable Edit",
      );
      expect(await read(page.locator("#states"))).toBe("quiet 2 disabled 1 incomplete 1");
    });

    it("exceed, fire and resolve without a reload", async () => {
      add.hosts("db-1", "db-2");
      add.destinations("DBA team");
      await add.alert(1, {}, { host_types: ["none"] });
      await add.alert(2, { name: "The one" });
      advance(propagation);
      const { page } = await open();
      await page.locator("#alert-2.alert-quiet").waitFor();
      // A reload removes this property.
      await page.evaluate("window.isSame = true");

      add.value(2, 0.95);
      await page.locator("#alert-2.alert-exceeding", { hasText: "Above the trigger on db-2" }).waitFor();
      expect(await page.locator("#announcer").innerText()).toBe("");
      advance(fiveMinutes);
      await page.locator("#alert-2.alert-fired", { hasText: "Fired on db-2 just now" }).waitFor();
      expect(await page.locator("#announcer").innerText()).toBe(
        "\u2068The one\u2069 fired on \u2068db-2\u2069.",
      );
      expect(await page.title()).toBe("1 fired · Service emulator");
      expect(await page.locator('[data-rows="alerts"] > li').first().getAttribute("id")).toBe("alert-2");

      advance(3 * 3600);
      add.value(2, 0.1);
      await page.locator("#alert-2.alert-quiet").waitFor();
      const firing = page.locator('[data-rows="firings"] > li');
      await firing.filter({ hasText: "resolved just now" }).waitFor();
      expect(await read(firing)).toMatch(
        /^warn The one on db-2 fired 3 h ago resolved just now .*os\.cpu\.user_us/,
      );
      expect(await page.evaluate("window.isSame")).toBe(true);
    });

    it("show when a pending change takes effect", async () => {
      add.destinations("DBA team");
      await add.alert(1);
      const { page } = await open();
      const pending = page.locator("#alert-1 .cell-now");
      expect(await read(pending)).toBe("Change pending takes effect in 1 min");
      expect(await pending.getByText("in 1 min").getAttribute("title")).toBe("2 Nov 2026, 09:01:00 UTC");
      advance(20);
      await pending.filter({ hasText: "in 40 s" }).waitFor();
      advance(40);
      await pending.waitFor({ state: "hidden" });
    });

    it("link the http and https URLs of their annotations", async () => {
      add.destinations("DBA team");
      const long = `https://wiki.example/${"x".repeat(3000)}`;
      const text =
        "See https://wiki.example/a?b=1#c, (HTTP://wiki.example/d). Not javascript:alert(1) ftp://a.example " +
        `https://bank.example@evil.example/ https:// https://good.example/\u202Elive <https://e.example/"> ${long} ${long}`;
      await add.alert(1, { annotations: text });
      const { page, messages } = await open();
      const links = page.locator("#alert-1 .cell-note a");
      expect(await attributes(links, "href")).toEqual([
        "https://wiki.example/a?b=1#c",
        "HTTP://wiki.example/d",
        "https://good.example/",
        "https://e.example/",
        `https://wiki.example/${"x".repeat(2000 - "wiki.example/".length)}`,
      ]);
      expect(new Set(await attributes(links, "rel"))).toEqual(new Set(["noopener noreferrer"]));
      expect(await read(page.locator("#alert-1 .cell-note"))).toMatch(/^See https.*…$/);
      expect(messages).toEqual([]);
    });

    it("can be disabled and enabled", async () => {
      add.destinations("DBA team");
      await add.alert(1, { name: "CPU" });
      advance(propagation);
      const { page } = await open();
      const button = (name: string) => page.getByRole("button", { name: `${name} \u2068CPU\u2069` });
      await button("Disable").click();
      await page.locator("#alert-1.alert-disabled", { hasText: "Change pending" }).waitFor();
      expect((await story.service.get("/config/alerts")).json).toMatchObject({ data: [{ disabled: 1 }] });
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Enable");
      await button("Enable").click();
      await page.locator("#alert-1.alert-quiet").waitFor();
      expect((await story.service.get("/config/alerts")).json).toMatchObject({ data: [{ disabled: 0 }] });
    });

    it("can be edited", async () => {
      add.hosts("db-1", "db-2");
      add.destinations("DBA team", "On-call");
      await add.alert(1, { name: "CPU", annotations: "two\r\nlines", extra: 1 }, { hosts: [2, 1], more: 2 });
      await add.alert(2, { name: "Other" }, null);
      const { page, messages } = await open();
      const dialog = page.getByRole("dialog");
      const save = dialog.getByRole("button", { name: "Save" });
      await page.locator("#alert-1").getByRole("button", { name: "Edit" }).click();
      expect(await dialog.getByRole("heading").innerText()).toBe("Edit alert 1");
      await dialog.getByLabel("Name").fill("Other");
      await save.click();
      expect(await dialog.getByRole("alert").innerText()).toContain("is already used: alert 2");
      await dialog.getByLabel("Name").fill("CPU of all");
      await dialog.getByLabel("Trigger").fill("0.95");
      await dialog.getByLabel("Destinations").selectOption(["\u2068On-call\u2069 (id 2)"]);
      await dialog.getByLabel("Host types").fill("mysql\n\n pgsql ");
      await dialog.getByLabel("Policy").selectOption({ label: "\u2068Every time\u2069 (id 1)" });
      await save.click();
      await dialog.waitFor({ state: "hidden" });
      await page.locator("#alert-1", { hasText: "CPU of all" }).waitFor();
      const environment = await story.service.control("GET", "/overview");
      expect(environment.json).toMatchObject({
        alerts: [
          {
            name: "CPU of all",
            annotations: "two\r\nlines",
            extra: 1,
            policy: 1,
            destinations: [2],
            config: { trigger: 0.95, hosts: [2, 1], host_types: ["mysql", "pgsql"], more: 2 },
          },
          { name: "Other", config: null },
        ],
      });

      // An incomplete alert can be configured, or only renamed.
      await page.locator("#alert-2").getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Name").fill("Renamed");
      await save.click();
      await page.locator("#alert-2.alert-incomplete", { hasText: "Renamed" }).waitFor();
      await page.locator("#alert-2").getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Metric").fill("os.cpu.user_us");
      await dialog.getByLabel("Trigger").fill("5");
      await dialog.getByLabel("Reset").fill("4");
      await save.click();
      await page.locator("#alert-2.alert-quiet").waitFor();
      // The browser logs the 409 response.
      expect(messages.filter((text) => !text.includes("409"))).toEqual([]);
    });

    it("can be filtered by state and text", async () => {
      add.destinations("DBA team");
      await add.alert(1);
      await add.alert(2, { disabled: 1 });
      await add.alert(3, { disabled: 1, name: "Something else" });
      const { page } = await open();
      const rows = page.locator('[data-rows="alerts"] > li');
      await page.getByRole("button", { name: "disabled 2" }).click();
      expect(await rows.count()).toBe(2);
      await page.getByLabel("Filter alerts").fill("ELSE");
      expect(await attributes(rows, "id")).toEqual(["alert-3"]);
      await page.getByLabel("Filter alerts").fill("no such alert");
      await page.getByText("0 of 3 match.").waitFor();
    });
  });

  it("hosts are listed as a tree, including deleted hosts", async () => {
    const { environment } = story;
    environment().add("hosts", { id: 4, name: "os-1", type: "os" });
    environment().add("hosts", { id: 2, name: "db-1", type: "mysql", parent: 4, tags: ["env:test"] });
    environment().add("hosts", { id: 1, name: "gone", type: "os", deleted: story.now() - 86_400 });
    environment().add("hosts", { id: 3, name: "quiet", type: "os", status: 0, lastSeen: story.now() - 7200 });
    // A cycle: each is the parent of the other.
    environment().add("hosts", { id: 8, name: "chicken", type: "os" });
    environment().add("hosts", { id: 9, name: "egg", type: "os", parent: 8 });
    environment().add("hosts", { id: 8, name: "chicken", type: "os", parent: 9 });
    const { page } = await open();
    const rows = await page.locator('[data-rows="hosts"] > li').all();
    expect(await Promise.all(rows.map(read))).toEqual([
      "gone os id 1 deleted 1 d ago",
      "quiet os id 3 last seen 2 h ago",
      "os-1 os id 4",
      "db-1 mysql child of os-1 id 2 env:test",
      "chicken os id 8",
      "egg os child of chicken id 9",
    ]);
    expect(await rows[0]?.getAttribute("class")).toContain("host-deleted");
  });

  describe("the timeline", () => {
    it("has a lane per category, a shape per level, and a description of the event under the pointer", async () => {
      add.event("deploy", "Release 7", { level: "warn", start: story.now() - 600 });
      add.event("deploy", "Release 8", { start: story.now() - 60 });
      add.event("backup", "Nightly", { level: "crit", start: story.now() - 1200 });
      const { page } = await open();
      const lanes = await page.locator(lane).all();
      expect(await Promise.all(lanes.map(read))).toEqual(["backup 1", "deploy 2"]);
      const deploys = page.locator(".lane", { hasText: "deploy" }).locator(".event-mark");
      expect(await attributes(deploys.locator("use"), "href")).toEqual(["#mark-warn", "#mark-info"]);
      expect(await read(page.locator("#readout"))).toBe("Newest: info deploy, global · 1 min ago: Release 8");
      await deploys.first().hover();
      expect(await read(page.locator("#readout"))).toBe("warn deploy, global · 10 min ago: Release 7");
      const [left, right] = await Promise.all([deploys.first().boundingBox(), deploys.last().boundingBox()]);
      const track = await page.locator(".lane .track").first().boundingBox();
      // The events are nine minutes apart in a range of one hour.
      expect(((right?.x ?? 0) - (left?.x ?? 0)) / (track?.width ?? 1)).toBeCloseTo(540 / 3600, 3);

      add.event("schema change", "New index");
      await page.locator(".lane", { hasText: "schema change" }).waitFor();
    });

    it("starts with the shortest range that contains an event, and can show another", async () => {
      add.event("deploy", "Days ago", { start: story.now() - 3 * 86_400 });
      add.event("deploy", "Hours ago", { start: story.now() - 3 * 3600 });
      const { page } = await open();
      const marks = page.locator(".event-mark");
      const range = page.getByLabel("Time range");
      expect(await range.locator("option:checked").innerText()).toBe("Last 6 hours");
      expect(await marks.count()).toBe(1);
      await range.selectOption("Last 7 days");
      expect(await marks.count()).toBe(2);
      await range.selectOption("Last hour");
      expect(await marks.count()).toBe(0);
      expect(await read(page.locator("#range-note"))).toBe(
        "No events in the last hour. Outside this range: 2.",
      );
    });

    it("handles a start outside the range of dates, and many categories", async () => {
      story.environment().add("events", { type: "far", message: "Far away", start: Number.MAX_SAFE_INTEGER });
      for (let type = 0; type < 30; type++) add.event(`type ${type}`, "One of many");
      const { page, messages } = await open();
      expect(await page.locator(lane).count()).toBe(8);
      expect(await read(page.locator(lane).last())).toBe("other categories 23");
      await page.locator('[data-rows="events"] > li', { hasText: "Far away" }).waitFor();
      expect(messages).toEqual([]);
    });
  });

  it("values, firings and notifications are listed", async () => {
    add.hosts("db-1");
    add.destinations("DBA team");
    story.environment().add("destinations", { name: "Hook", integration: 7, config: {} });
    await add.alert(1, { name: "CPU", destinations: [1, 2] });
    advance(propagation);
    add.value(1, 1234567.25, "mysql.rows");
    add.value(1, 0.95);
    advance(fiveMinutes);
    const { page } = await open();
    const textsOf = async (section: string) =>
      Promise.all((await page.locator(`[data-rows="${section}"] > li`).all()).map(read));
    expect(await textsOf("metrics")).toEqual([
      "mysql.rows 1,234,567.25 db-1 5 min ago",
      "os.cpu.user_us 0.95 db-1 5 min ago",
    ]);
    expect(await textsOf("firings")).toEqual([
      expect.stringMatching(/^warn CPU on db-1 fired just now not resolved .*os\.cpu\.user_us/),
    ]);
    expect(await textsOf("outbox")).toEqual([
      "kept Hook Webhook just now for CPU · The destination's setting url is not an http or https URL.",
      "kept DBA team Email just now for CPU · The emulator sends only webhooks.",
    ]);
  });

  it("the clock is shown, and buttons advance it", async () => {
    const { clock } = story.service.emulator();
    const { page } = await open();
    const now = page.locator("#now");
    expect([await read(now), await page.locator("#held").isVisible()]).toEqual([
      "2 Nov 2026, 09:00:00 UTC",
      false,
    ]);
    clock.hold();
    await page.locator("#held").waitFor();
    await page.getByRole("button", { name: "Advance 1 min" }).click();
    await now.filter({ hasText: "09:01:00" }).waitFor();
    await page.getByRole("button", { name: "Advance 1 h" }).click();
    await now.filter({ hasText: "10:01:00" }).waitFor();
    expect(clock.now()).toBe(Date.UTC(2026, 10, 2, 10, 1));
  });

  it("another environment can be selected, and is part of the URL", async () => {
    add.hosts("db-1");
    story.service.emulator().environment("staging").add("hosts", { name: "stage-1", type: "os" });
    const { page, messages } = await open();
    const host = page.locator('[data-rows="hosts"] > li');
    expect(await read(host)).toContain("db-1");
    await page.getByLabel("Environment").selectOption("staging");
    await host.filter({ hasText: "stage-1" }).waitFor();
    expect(new URL(page.url()).search).toBe("?environment=staging");
    await page.goBack();
    await host.filter({ hasText: "db-1" }).waitFor();
    expect(await page.getByLabel("Environment").inputValue()).toBe("default");
    await page.goto(`${story.service.emulator().url}/?environment=nowhere`);
    await page
      .getByText('Environment "nowhere" does not exist. Existing environments: default, staging.')
      .waitFor();
    // The browser logs the 404 response.
    expect(messages.filter((text) => !text.includes("404"))).toEqual([]);
  });

  it("an empty environment shows working commands that add objects", async () => {
    const { page } = await open("/?environment=staging");
    for (const kind of ["host", "destination", "alert"]) {
      const command = await page.locator(`[data-command="${kind}"]`).innerText();
      const [, address = "", body = ""] = /^curl (\S+)[^]*-d '([^']*)'$/.exec(command) ?? [];
      const headers = { "content-type": "application/json", authorization: "Bearer staging-token" };
      expect((await fetch(address, { method: "POST", headers, body })).status).toBe(201);
    }
    for (const section of ["hosts", "alerts"]) {
      await page.locator(`#${section} pre`).first().waitFor({ state: "hidden" });
    }
    expect(await page.locator("#outbox pre").isVisible()).toBe(true);
  });
});
