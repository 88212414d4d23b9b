/** Bundles only the connection pool of undici. With fetch, WebSocket and the rest, undici takes twice as long to load. */
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export const undiciPool = {
  name: "undici-pool",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: "pool", namespace: "undici" }));
    onLoad({ filter: /^pool$/, namespace: "undici" }, () => ({
      contents: `export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";`,
      resolveDir: root,
    }));
  },
};
