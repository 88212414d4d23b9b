/**
 * Serves the emulator's page from the files that the build writes, and the fields that its form edits. Its content security policy
 * allows only these.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Hono } from "hono";
import { alertFormFields } from "../control/alert-form-fields";
import { type AppEnv } from "../http/context";

/** The built page, also if this file runs from src/. */
const folder = join(__dirname, "../../../dist/emulator/page");

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const assets = [
  { path: "/", type: "text/html", read: () => readFile(join(folder, "page.html"), "utf8") },
  { path: "/page.css", type: "text/css", read: () => readFile(join(folder, "page.css"), "utf8") },
  { path: "/page.js", type: "text/javascript", read: () => readFile(join(folder, "page.js"), "utf8") },
  { path: "/fields.json", type: "application/json", read: () => JSON.stringify(alertFormFields) },
];

export function servePage(app: Hono<AppEnv>): void {
  for (const { path, type, read } of assets) {
    app.get(path, async () => {
      return new Response(await read(), {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "cache-control": "no-cache",
        },
      });
    });
  }
}
