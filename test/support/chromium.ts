/** Runs tests in Chromium. Without Chromium, tests are skipped with a warning, and fail in CI. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chromiumArgs, findChromium } from "../../scripts/find-chromium";

/** `describe` if Chromium is on the PATH, otherwise a skipped block with a warning. */
export function describeWithChromium(name: string, body: () => void): void {
  if (findChromium() !== undefined) {
    describe(name, body);
    return;
  }
  if (process.env.CI === "true")
    throw new Error("chromium is not on the PATH. CI must run these tests. Install chromium.");
  process.stderr.write(`\n*** SKIPPED, chromium is not on the PATH: ${name}\n\n`);
  describe.skip(name, body);
}

/** A page, its console output and its network traffic. */
export interface WatchedPage {
  readonly page: Page;
  /** Uncaught errors and console messages, which include violations of the content security policy. */
  readonly messages: string[];
  /** URLs of all requests. */
  readonly addresses: string[];
  /** Bodies of all responses. */
  readonly bodies: () => Promise<string[]>;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? "chromium", args: [...chromiumArgs] });
}

/** Starts one browser per test file, and closes its pages after each test. Call it in a `describe`. */
export function chromiumForFile() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  });
  afterAll(() => browser?.close());
  return {
    /** Opens an empty page in a separate context. */
    open: async (options: BrowserContextOptions = {}): Promise<WatchedPage> => {
      if (browser === undefined) throw new Error("The browser runs only during tests.");
      const context = await browser.newContext({ timezoneId: "UTC", ...options });
      return watched(await context.newPage());
    },
  };
}

function watched(page: Page): WatchedPage {
  const messages: string[] = [];
  const addresses: string[] = [];
  const bodies: Promise<string>[] = [];
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("console", (message) => messages.push(message.text()));
  page.on("request", (request) => addresses.push(request.url()));
  page.on("response", (response) => bodies.push(response.text().catch(() => "")));
  return { page, messages, addresses, bodies: () => Promise.all(bodies) };
}
