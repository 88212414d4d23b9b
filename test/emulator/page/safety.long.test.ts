/** The emulator's page shows untrusted text. It must not run scripts, load resources or link to other sites. */
import { once } from "node:events";
import { createServer } from "node:http";
import { describeWithChromium, type WatchedPage } from "../../support/chromium";
import { pageForEachTest } from "./page-story";

const hostile = [
  '<img src=x onerror="window.ran=1">',
  "</script><script>window.ran=1</script>",
  "\"' onmouseover='window.ran=1' x=\"",
  "${window.ran=1} {{window.ran=1}}",
  "javascript:window.ran=1",
  "🦄 emoji 👩‍👩‍👧 and Zalgo Z͑ͫ̓",
  "\u202Eright to left\u202D override",
  "x".repeat(500),
  "&lt;b&gt; stays escaped &amp;",
];

describeWithChromium("the safety of the emulator's page", () => {
  const story = pageForEachTest();
  const { add, advance, open } = story;

  /** Uses hostile names for all objects, so that every section shows them. */
  async function fillHostile(): Promise<void> {
    const environment = story.environment();
    environment.add(
      "hosts",
      ...hostile.map((name) => ({ name, type: name, tags: [name], description: name })),
    );
    add.destinations(...hostile);
    for (const [index, text] of hostile.entries()) {
      const name = text.slice(0, 255);
      await add.alert(
        index + 1,
        { name, annotations: text, destinations: hostile.map((_, at) => at + 1) },
        { metric: text, host_types: [text.slice(0, 64), "mysql"], hosts: [index + 1] },
      );
      environment.add("events", { type: text, message: text, host: index + 1, level: "crit" });
    }
    advance(60);
    for (const [index, text] of hostile.entries()) add.value(index + 1, 0.95, text);
    advance(300);
  }

  /** Expects that no script ran, nothing was blocked, and no request left the emulator. */
  async function expectNoSideEffects({ page, messages, addresses }: WatchedPage): Promise<void> {
    expect(await page.evaluate("typeof window.ran")).toBe("undefined");
    expect(messages).toEqual([]);
    const { url } = story.service.emulator();
    expect(
      addresses.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith("data:")),
    ).toEqual([]);
  }

  it("hostile names are shown as text", async () => {
    await fillHostile();
    const watched = await open();
    const { page } = watched;
    await page.locator(".event-mark").last().hover();
    for (const [index, text] of hostile.entries()) {
      expect(await page.locator(`#alert-${index + 1} .cell-name a`).textContent()).toBe(text.slice(0, 255));
      expect(await page.locator(`#alert-${index + 1} .cell-note`).textContent()).toBe(text);
      for (const section of ["hosts", "metrics", "events", "outbox"]) {
        const strings = page.locator(`[data-rows="${section}"] bdi`).getByText(text, { exact: true });
        expect(await strings.count()).toBeGreaterThan(0);
      }
      expect(await page.locator('[data-rows="firings"] .cell-name').allTextContents()).toContainEqual(
        expect.stringContaining(text.slice(0, 255)),
      );
    }
    expect(await page.locator("main :is(img, script, iframe, b b, style)").count()).toBe(0);
    expect(await page.locator("main a:not([href^='#'])").count()).toBe(0);
    await expectNoSideEffects(watched);
  });

  it("the writing direction of a text does not affect its surroundings", async () => {
    add.hosts("\u202Eesrever");
    const { page } = await open();
    const row = page.locator('[data-rows="hosts"] > li');
    expect(await row.locator("bdi.title").textContent()).toBe("\u202Eesrever");
    const [name, id] = await Promise.all([
      row.locator(".cell-name").boundingBox(),
      row.locator(".cell-id").boundingBox(),
    ]);
    expect(name?.x).toBeLessThan(id?.x ?? 0);
  });

  it("a hostile environment name in the URL is shown as text", async () => {
    const { page } = await story.blank();
    await page.goto(
      `${story.service.emulator().url}/?environment=${encodeURIComponent("<img src=x onerror=ran()>")}`,
    );
    await page.getByText('Environment "<img src=x onerror=ran()>" does not exist.').waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });

  it("the content security policy blocks scripts, styles, images and connections", async () => {
    let requests = 0;
    const other = createServer((_, response) => {
      requests++;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const bound = other.address();
    const port = typeof bound === "object" ? bound?.port : undefined;
    const { page, messages } = await open();
    await page.evaluate(`
      const script = document.createElement("script");
      script.textContent = "window.ran = 1";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", "<p style='color: red' onclick='window.ran = 1'>x</p>");
      document.body.lastElementChild.click();
      const image = new Promise((resolve) => {
        const element = new Image();
        element.onerror = element.onload = resolve;
        element.src = "http://127.0.0.1:${port}/image";
      });
      const data = fetch("http://127.0.0.1:${port}/data").catch(() => undefined);
      Promise.all([image, data]);
    `);
    other.close();
    expect(await page.evaluate("typeof window.ran")).toBe("undefined");
    expect(requests).toBe(0);
    for (const directive of ["script-src", "style-src", "img-src", "connect-src"]) {
      expect(messages).toContainEqual(expect.stringMatching(new RegExp(`directive:? ['"]${directive} `)));
    }
  });

  it("no destination settings are in the page or in the responses it fetched", async () => {
    const secrets = ["made-up-key-0001", "https://127.0.0.1:9/made-up-path-0002", "someone@made-up.example"];
    const [key = "", url = "", mail = ""] = secrets;
    story
      .environment()
      .add(
        "destinations",
        { name: "Hook", integration: 7, config: { url: [url], secret_key: [key] } },
        { name: "Mail", integration: 1, config: { recipient_email: [mail] } },
      );
    add.hosts("db-1");
    await add.alert(1, { destinations: [1, 2] });
    advance(60);
    add.value(1, 0.95);
    advance(300);
    await story.environment().settled();
    const { page, bodies } = await open();
    await page.locator('[data-rows="outbox"] > li', { hasText: "failed" }).waitFor();
    const everything = [await page.content(), ...(await bodies())].join("\n");
    expect(everything).toContain("db-1");
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });
});
