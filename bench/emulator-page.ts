/**
 * Measures what a poll of the emulator's page costs a browser, with 1,000 alerts and 10,000 events: `npm run build && npx tsx
 * bench/emulator-page.ts`. A change of the emulator's clock renders all relative times, and a fired alert reorders the rows.
 */
import { type Page } from "playwright-core";
import { cleanSeed, ServiceEmulator, systemClock } from "../src/emulator";
import { launchChromium } from "../test/support/chromium";

const alertCount = 1000;
const eventCount = 10_000;
const polls = 20;
const budgetMs = 50;

async function startLargeEnvironment(): Promise<ServiceEmulator> {
  const alerts = Array.from({ length: alertCount }, (_, index) => ({
    alert: {
      ...{ name: `Alert ${index}`, annotations: `See https://wiki.example/${index}`, policy: 2 },
      ...{ type: 2 as const, disabled: 0 as const, destinations: [1, 2] },
    },
    config: {
      ...{ hosts: [1], host_types: [], alert_level: "warn" as const },
      ...{ metric: `metric.${index}`, trigger: 5, duration: 2, reset: 4 },
    },
  }));
  const emulator = await ServiceEmulator.start({ seed: { ...cleanSeed(systemClock), alerts } });
  const now = Math.floor(Date.now() / 1000);
  const events = Array.from({ length: eventCount }, (_, index) => ({
    ...{ type: `type ${index % 12}`, message: `Event ${index}`, start: now - index * 6, host: 1 },
  }));
  emulator.environment().add("events", ...events);
  return emulator;
}

/** @returns milliseconds of the main thread per poll: scripts, styles, layout and the parsing of the response */
async function measurePolls(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // CPU time of the main thread, which does not depend on other load.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const taskMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await taskMs();
  for (let poll = 0; poll < polls; poll++) await page.waitForResponse(/overview/);
  await page.waitForTimeout(500);
  return ((await taskMs()) - before) / polls;
}

async function main(): Promise<void> {
  const emulator = await startLargeEnvironment();
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(emulator.url);
  await page.locator("#alert-1").waitFor();
  const results: [string, number][] = [["clock runs", await measurePolls(page)]];
  const timer = setInterval(() => {
    emulator
      .environment()
      .add("metrics", { host: 1, metric: `metric.${Math.floor(Math.random() * alertCount)}`, value: 6 });
    emulator.environment().add("events", { type: "type 1", message: "New" });
  }, 1000);
  results.push(["an alert and an event change in each poll", await measurePolls(page)]);
  clearInterval(timer);
  for (const [what, ms] of results)
    process.stdout.write(`${what}: ${ms.toFixed(1)} ms per poll (budget: ${budgetMs} ms)\n`);
  if (results.some(([, ms]) => ms >= budgetMs)) process.exitCode = 1;
  await browser.close();
  await emulator.stop();
}

void main();
