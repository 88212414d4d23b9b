/** Fixtures of the page tests: an emulator with a fixed clock, helpers that add objects, and a browser. */
import { type Locator } from "playwright-core";
import { type EmulatorOptions } from "../../../src/emulator";
import { chromiumForFile, type WatchedPage } from "../../support/chromium";
import { cpuAlert, cpuConfig, emulatorForEachTest } from "../../support/emulator";

type Context = Parameters<ReturnType<typeof chromiumForFile>["open"]>[0];

/** Call it inside describeWithChromium. */
export function pageForEachTest(options: EmulatorOptions = {}) {
  const service = emulatorForEachTest({ seed: "empty", ...options });
  const browser = chromiumForFile();
  const environment = () => service.emulator().environment();

  const add = {
    /** Ids start at 1. */
    hosts: (...names: string[]) =>
      environment().add("hosts", ...names.map((name) => ({ name, type: "mysql", tags: ["env:test"] }))),
    destinations: (...names: string[]) =>
      environment().add("destinations", ...names.map((name) => ({ name, integration: 1 }))),
    /** A threshold alert that fires above 0.9 for five minutes on any host. */
    alert: async (id: number, change: object = {}, config: object | null = {}) => {
      const body = { ...cpuAlert, destinations: [1], name: `Alert ${id}`, ...change };
      expect((await service.post("/config/alerts", { body })).status).toBe(201);
      if (config === null) return;
      const completeConfig = { ...cpuConfig, hosts: [], host_types: [], ...config };
      expect((await service.put(`/config/alerts/${id}/config`, { body: completeConfig })).status).toBe(200);
    },
    value: (host: number, value: number, metric: string = cpuConfig.metric) =>
      environment().add("metrics", { host, metric, value }),
    event: (type: string, message: string, more: { level?: "warn" | "crit"; start?: number } = {}) =>
      environment().add("events", { type, message, ...more }),
  };
  return {
    service,
    environment,
    add,
    advance: (seconds: number) => {
      service.emulator().clock.advance(seconds);
    },
    /** Seconds since the Unix epoch. */
    now: () => Math.floor(service.emulator().clock.now() / 1000),
    open: async (path = "/", context: Context = {}): Promise<WatchedPage> => {
      const watched = await browser.open(context);
      watched.page.setDefaultTimeout(20_000);
      await watched.page.goto(service.emulator().url + path);
      await watched.page.locator('html[data-connection="live"]').waitFor();
      return watched;
    },
    blank: (context: Context = {}) => browser.open(context),
  };
}

/** Returns the visible text in one line. */
export async function read(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, " ").trim();
}

export async function attributes(locator: Locator, name: string): Promise<(string | null)[]> {
  return Promise.all((await locator.all()).map((element) => element.getAttribute(name)));
}
