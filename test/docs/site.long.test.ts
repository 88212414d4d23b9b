/** The site of docs/, as `npm run docs:build` writes it, in Chromium. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { findViolations } from "../support/accessibility";
import { chromiumForFile, describeWithChromium } from "../support/chromium";

const root = resolve(__dirname, "../..");
const site = join(root, "dist/site");
const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Serves the files of the site, and counts what it sends. */
class SiteServer {
  readonly sent: { readonly path: string; readonly bytes: number }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SiteServer> {
    const server = createServer();
    const started = new SiteServer(server);
    server.on("request", (request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://localhost");
      const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const file = [path, `${path}.html`].map((name) => join(site, name)).find((name) => existsSync(name));
      if (file === undefined) {
        response.writeHead(404).end();
        return;
      }
      const content = readFileSync(file);
      started.sent.push({ path, bytes: Math.min(content.length, gzipSync(content).length) });
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "" }).end(content);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describeWithChromium("the site of docs/", () => {
  const browser = chromiumForFile();
  let server: SiteServer;

  beforeAll(async () => {
    const { status, stderr } = spawnSync("npx", ["tsx", "scripts/build-site.ts"], {
      cwd: root,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    server = await SiteServer.start();
  });

  afterAll(() => {
    server.close();
  });

  beforeEach(() => {
    server.sent.length = 0;
  });

  it("has every page", () => {
    const addresses: Readonly<Record<string, string>> = {
      "README.md": "index.md",
      "index.md": "provider.md",
    };
    const files = readdirSync(join(root, "docs"), { encoding: "utf8", recursive: true });
    const pages = files
      .filter((file) => file.endsWith(".md"))
      .map((file) => (addresses[file] ?? file).replace(/\.md$/, ".html"));
    expect(pages.filter((page) => !existsSync(join(site, page)))).toEqual([]);
    expect(pages.length).toBeGreaterThan(100);
  });

  it("sends less than 300 kB for the first page", async () => {
    const { page, addresses } = await browser.open();
    await page.goto(`${server.url}/`, { waitUntil: "networkidle" });
    expect(server.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(300_000);
    expect(addresses.filter((address) => !address.startsWith(server.url))).toEqual([]);
  });

  it.each(["/", "/guides/reports", "/definitions", "/provider", "/cli/plan"])(
    "%s is accessible in both schemes",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page, messages } = await browser.open({ colorScheme });
        await page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
        expect(await findViolations(page)).toEqual([]);
        expect(messages).toEqual([]);
      }
    },
  );

  it.each([
    ["rollback", "Roll back"],
    ["upgrade", "Upgrade"],
    ["troubleshooting", "Troubleshooting"],
    ["glossary", "Glossary"],
    ["time zone", "Time zones"],
    ["rate limit", "Rate limits"],
    ["lock file", "Lock file"],
    ["mute", "Mute alerts"],
    ["pulumi", "Pulumi"],
    ["back-test", "Back-test"],
    ["json output", "Read the JSON output"],
    ["approve a plan", "Approve a plan by its digest"],
  ])("the search for %j finds a page", async (words, title) => {
    const { page } = await browser.open();
    await page.goto(`${server.url}/`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill(words);
    await page
      .locator(".result", { hasText: new RegExp(title, "i") })
      .first()
      .waitFor();
  });

  it.each([
    ["reports", "Deletes 1 alert"],
    ["audit", "3 errors, 7 warnings in 14 alerts."],
  ])("shows the example report of the guide %s as it is", async (guide, title) => {
    const { page } = await browser.open();
    await page.goto(`${server.url}/guides/${guide}`);
    const report = page.locator("iframe").first().contentFrame();
    await report.getByRole("heading", { level: 1 }).filter({ hasText: title }).waitFor();
  });
});
