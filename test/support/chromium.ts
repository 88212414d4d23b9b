// A browser of this machine, for tests of what it shows. Without Chromium they are skipped loudly; in CI its absence is a
// failure.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** `describe` where Chromium is on the PATH; a skipped block with a warning where it is not. */
export function describeWithChromium(name: string, body: () => void): void {
  if (findChromium() !== undefined) {
    describe(name, body);
    return;
  }
  if (process.env.CI === "true") throw new Error("chromium is not on the PATH: CI must run these tests.");
  process.stderr.write(`\n*** SKIPPED, chromium is not on the PATH: ${name}\n\n`);
  describe.skip(name, body);
}

/** A page, and what went on in it that nobody sees. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors that were thrown, and whatever was written to the console: refusals of the security policy are. */
  readonly complaints: string[];
  /** Addresses that were asked for. */
  readonly addresses: string[];
  /** Bodies that were answered. */
  readonly bodies: () => Promise<string[]>;
}

/** One browser a test file; pages are closed after each test. To be called in a `describe`. */
export function chromiumForFile() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Chromium's sandbox refuses to run as root, which a container's user often is.
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    browser = await chromium.launch({ executablePath: findChromium() ?? "chromium", args });
  }, 60_000);
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  });
  afterAll(() => browser?.close());
  return {
    /** A page with nothing in it yet, in a context of its own. */
    open: async (options: BrowserContextOptions = {}): Promise<WatchedPage> => {
      if (browser === undefined) throw new Error("no browser runs outside a test");
      const context = await browser.newContext({ timezoneId: "UTC", ...options });
      return watched(await context.newPage());
    },
  };
}

function watched(page: Page): WatchedPage {
  const complaints: string[] = [];
  const addresses: string[] = [];
  const answered: Promise<string>[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => addresses.push(request.url()));
  page.on("response", (response) => answered.push(response.text().catch(() => "")));
  return { page, complaints, addresses, bodies: () => Promise.all(answered) };
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
