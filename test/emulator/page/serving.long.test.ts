/** Serving of the emulator's page: security headers and access restrictions. */
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { emulatorForEachTest, send } from "../../support/emulator";

const service = emulatorForEachTest({ seed: "empty" });
const folder = join(__dirname, "../../../src/emulator/page");
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
const assets = [
  ["/", "text/html; charset=utf-8", "page.html"],
  ["/page.css", "text/css; charset=utf-8", "page.css"],
  ...scripts.map((name) => [`/${name}`, "text/javascript; charset=utf-8", name] as const),
] as const;

it.each(assets)(
  "%s is served as %s, with a policy that allows only its own files",
  async (path, type, file) => {
    const { status, headers, text } = await send(service.emulator().url, "GET", path, { token: "" });
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    expect(text).toBe(readFileSync(join(folder, file), "utf8"));
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
  },
);

it("no other file of the folder is served", async () => {
  for (const path of [
    "/page.html",
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
