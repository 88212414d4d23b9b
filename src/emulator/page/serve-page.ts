/**
 * The page for people: files that the browser gets as they are, from the folder beside this code. They may do what the
 * control endpoints do, so they are guarded as those are, and nothing but them runs in the page.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Hono } from "hono";
import { guardControl } from "../control/guard";
import { type AppEnv } from "../http/app-context";

const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
} as const;

const assets: readonly { readonly path: string; readonly file: string; readonly type: keyof typeof types }[] =
  [
    { path: "/", file: "page.html", type: ".html" },
    { path: "/page.css", file: "page.css", type: ".css" },
    ...["page", "poll", "row-list", "rows", "dom", "times", "timeline", "commands"].map(
      (name) => ({ path: `/${name}.js`, file: `${name}.js`, type: ".js" }) as const,
    ),
  ];

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

export function servePage(app: Hono<AppEnv>): void {
  for (const { path, file, type } of assets) {
    app.get(path, guardControl, async () => {
      const content = await readFile(join(__dirname, file), "utf8");
      return new Response(content, {
        headers: {
          "content-type": types[type],
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "cache-control": "no-cache",
        },
      });
    });
  }
}
