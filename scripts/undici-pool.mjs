/** Bundles only the connection pool of undici. With fetch, WebSocket and the rest, undici takes twice as long to load. */
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export const undiciPool = {
  name: "undici-pool",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: "pool", namespace: "undici" }));
    // undici does without HTTP/2 if Node.js lacks it. The pool never uses it.
    onResolve({ filter: /^node:http2$/ }, ({ importer }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path: "http2", namespace: "undici" } : undefined,
    );
    onLoad({ filter: /^http2$/, namespace: "undici" }, () => ({ contents: "export const constants = {};" }));
    onLoad({ filter: /^pool$/, namespace: "undici" }, () => ({
      contents: `export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";`,
      resolveDir: root,
    }));
  },
};
