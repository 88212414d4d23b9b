/**
 * Takes the pictures of reports in docs/images with Chromium, for the guides. `npm run pictures` runs it. The content and the time of the
 * reports are fixed, so a picture changes only if the page does. It needs a build.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { chromiumArgs, findChromium } from "./find-chromium";
import { names } from "./picture-reports/differences";
import { type ShopReport, writeShopReports } from "./picture-reports/shop-reports";

const images = resolve(__dirname, "../docs/images");

interface Picture {
  /** Name of the file without `.png`. */
  readonly name: string;
  readonly page: ShopReport;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Text of the alert that the picture shows. Default: the top of the page. */
  readonly alert?: string;
}

const pictures: readonly Picture[] = [
  { name: "report-plan", page: "plan", width: 1000, height: 1000 },
  { name: "report-plan-phone", page: "plan", width: 390, height: 844 },
  { name: "report-backtest", page: "plan", width: 1000, height: 1000, alert: "Deployments" },
  ...names.map((alert) => ({
    name: `difference-${alert.toLowerCase()}`,
    page: "differences" as const,
    width: 760,
    height: 900,
    alert,
  })),
  { name: "report-audit", page: "audit", width: 1000, height: 900 },
  { name: "report-drift", page: "drift", width: 1000, height: 900 },
  { name: "pull-request-comment", page: "comment", width: 860, height: 900 },
  { name: "drift-issue", page: "issue", width: 860, height: 700 },
];

async function takePicture(browser: Browser, file: string, picture: Picture): Promise<void> {
  const { name, width, height, alert } = picture;
  const context = await browser.newContext({ viewport: { width, height }, timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const path = join(images, `${name}.png`);
  if (alert === undefined) await page.screenshot({ path });
  else
    await page
      .locator(".entry", { has: page.getByText(alert, { exact: true }) })
      .first()
      .screenshot({ path });
  await context.close();
  process.stdout.write(`${path}: ${Math.ceil(statSync(path).size / 1000)} kB\n`);
}

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("Chromium is not on the PATH. Install it.");
  const folder = mkdtempSync(join(tmpdir(), "dbmon-pictures-"));
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  try {
    const pages = await writeShopReports(folder);
    for (const picture of pictures) await takePicture(browser, pages[picture.page], picture);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

void main();
