// @ts-check
/** Commands that the empty sections show. Users can copy and run them unchanged. */

/**
 * @param {string} origin origin of the emulator
 * @param {string} query query that selects the environment; empty for the default
 */
export function showCommands(origin, query) {
  const token = '"Authorization: Bearer ${DBMON_API_TOKEN:-demo-token}"';
  /** @param {string} path @param {unknown} body @param {string} [header] */
  const post = (path, body, header) =>
    [
      `curl ${origin}${path}`,
      ...(header === undefined ? [] : [`-H ${header}`]),
      '-H "Content-Type: application/json"',
      `-d '${JSON.stringify(body)}'`,
    ].join(" \\\n  ");
  const control = (/** @type {string} */ kind, /** @type {unknown} */ body) =>
    post(`/_emulator/${kind}${query}`, body);
  /** @type {Record<string, string>} */
  const commands = {
    apply: `export DBMON_BASE_URL=${origin} DBMON_API_TOKEN=demo-token\ndbmon apply alerts.yaml`,
    alert: post(
      "/api/v2/config/alerts",
      { name: "CPU is high", annotations: "", policy: 2, type: 2, disabled: 0, destinations: [] },
      token,
    ),
    event: control("events", { type: "deploy", message: "Release 7" }),
    host: control("hosts", { name: "db-1", type: "mysql" }),
    metric: control("metrics", { host: 1, metric: "os.cpu.user_us", value: 0.95 }),
    destination: control("destinations", { name: "DBA team", integration: 1 }),
  };
  for (const place of document.querySelectorAll("[data-command]")) {
    if (place instanceof HTMLElement) place.textContent = commands[place.dataset.command ?? ""] ?? "";
  }
}
