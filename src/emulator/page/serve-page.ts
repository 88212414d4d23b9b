/**
 * Serves the emulator's page from the static files in this directory. Its content security policy allows only these files.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Hono } from "hono";
import { type AppEnv } from "../http/context";

const types = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
} as const;

const assets: readonly { readonly path: string; readonly file: string; readonly type: keyof typeof types }[] =
  [
    { path: "/", file: "page.html", type: ".html" },
    ...["base.css", "page.css"].map((file) => ({ path: `/${file}`, file, type: ".css" }) as const),
    ...["page", "poll", "row-list", "rows", "dom", "times", "timeline", "commands", "alert-edits"].map(
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
    app.get(path, async () => {
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
