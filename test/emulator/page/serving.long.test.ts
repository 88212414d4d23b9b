/** Serving of the emulator's page: security headers and access restrictions. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { conditionFields, scopeFields, settingsFields } from "../../../src/service";
import { emulatorForEachTest, send } from "../../support/emulator";

const service = emulatorForEachTest({ seed: "empty" });
const folder = join(__dirname, "../../../dist/emulator/page");
const files = { "/": "page.html", "/page.css": "page.css", "/page.js": "page.js" } as const;
const assets = [
  ["/", "text/html; charset=utf-8"],
  ["/page.css", "text/css; charset=utf-8"],
  ["/page.js", "text/javascript; charset=utf-8"],
  ["/fields.json", "application/json; charset=utf-8"],
] as const;

it.each(Object.entries(files))("%s is the file %s", async (path, file) => {
  const { text } = await send(service.emulator().url, "GET", path, { token: "" });
  expect(text).toBe(readFileSync(join(folder, file), "utf8"));
});

it.each(assets)("%s is served as %s, with a policy that allows only its own files", async (path, type) => {
  const { status, headers } = await send(service.emulator().url, "GET", path, { token: "" });
  expect([status, headers.get("content-type")]).toEqual([200, type]);
  expect(headers.get("content-security-policy")?.split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-cache");
});

it("no other file of the folder is served", async () => {
  for (const path of [
    "/page.html",
    "/base.css",
    "/page.tsx",
    "/page.js.map",
    "/serve-page.ts",
    "/serve-page.js",
    "/tsconfig.json",
    "/../package.json",
    "/%2e%2e/app.ts",
  ]) {
    expect((await send(service.emulator().url, "GET", path, { token: "" })).status).toBe(404);
  }
});

it.each(assets)("%s is refused for another origin or host", async (path) => {
  const { url } = service.emulator();
  const statusWith = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(url + path, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.end();
    });
  expect(await statusWith({ host: "evil.example" })).toBe(403);
  expect(await statusWith({ host: "127.0.0.1.evil.example" })).toBe(403);
  expect(await statusWith({ origin: "https://evil.example" })).toBe(403);
  expect(await statusWith({ origin: "null" })).toBe(403);
  expect(await statusWith({ origin: url, host: new URL(url).host })).toBe(200);
});

it("the page has less than 40 kB in a compressed response, and no source map", async () => {
  let bytes = 0;
  for (const [path] of assets) {
    const { text } = await send(service.emulator().url, "GET", path, { token: "" });
    expect(text).not.toContain("sourceMappingURL");
    bytes += gzipSync(text).length;
  }
  expect(bytes).toBeLessThan(40_000);
});

it("the fields of the form are those of the service", async () => {
  const { json } = await send(service.emulator().url, "GET", "/fields.json", { token: "" });
  const names = { settings: settingsFields, ...conditionFields, scope: scopeFields };
  expect(
    new Set(
      z
        .array(z.object({ name: z.string() }))
        .parse(json)
        .map(({ name }) => name),
    ),
  ).toEqual(
    new Set(
      Object.values(names)
        .flatMap((fields) => Object.keys(fields))
        .filter((name) => name !== "type"),
    ),
  );
});
