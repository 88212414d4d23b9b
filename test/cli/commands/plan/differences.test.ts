/** How text shows old and new values, and what ends notifications, with and without colors. */
import { alerts, commandBench, environmentOf } from "../../../support/command";

const bench = commandBench();

const runbook = (step: string) => `
    annotations: |
      Runbook: https://runbooks.example/lag
      1. Look at the replica.
      2. Wait.
      3. ${step}
      4. Write it down.
      5. Tell the team.
      6. Close the ticket.
      7. Go home.`;
const page = (when: string) =>
  `"Page the on-call DBA ${when}. See https://runbooks.example/cpu for the steps."`;
const event = (name: string, { annotations = "", more = "", categories = "[x]" }) => `
  - name: ${name}
    policy: 1${annotations}${more}
    event: { categories: ${categories} }`;
const long = ["a", "b", "c", "d", "e"].map((letter) => `category ${letter.repeat(12)}`);

const before = alerts(
  event("Kept", { more: "\n    destinations: [1, 3]" }),
  event("Lag", { annotations: runbook("Restart it gently.") }),
  event("Lists", { more: "\n    destinations: [2]", categories: JSON.stringify(long) }),
  event("Muted", {}),
  event("Paged", { annotations: `\n    annotations: ${page("at once")}` }),
);
const after = alerts(
  event("Lag", { annotations: runbook("Restart it at night.") }),
  event("Lists", {
    more: "\n    destinations: [2]",
    categories: JSON.stringify([...long.slice(1), "new"]),
  }),
  event("Muted", { more: "\n    disabled: true" }),
  event("Paged", { annotations: `\n    annotations: ${page("within 5 minutes")}` }),
);

const expected = `~ "Lag" will be updated (id 2)
    annotations:
        Runbook: https://runbooks.example/lag
        1. Look at the replica.
        2. Wait.
      - 3. Restart it gently.
      + 3. Restart it at night.
        4. Write it down.
        5. Tell the team.
        (2 unchanged lines)
    Behaves the same: only the text changes.
~ "Lists" will be updated (id 3)
    event.categories:
      - "category aaaaaaaaaaaa"
      + "new"
        4 unchanged
    After "category aaaaaaaaaaaa" on any host: before notification to On-call PagerDuty; after nothing.
~ "Paged" will be updated (id 5)
    annotations:
      - "Page the on-call DBA at once. See https://runbooks.example/cpu for the steps."
      + "Page the on-call DBA within 5 minutes. See https://runbooks.example/cpu for the steps."
    Behaves the same: only the text changes.

Deletions and mutes:
- "Kept" will be deleted (id 1)
    was: When an event x occurs on any host; every time.
    destinations: 1 "DBA team mail", 3 "#db-alerts"
    After "x" on any host: before notification to DBA team mail, #db-alerts; after nothing.
~ "Muted" will be updated (id 4)
    disabled: false -> true
    After "x" on any host: before notification to nobody; after nothing.

`;

it("shows differences by lines, items and words, and what ends notifications directly above the summary", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const file = bench.write("alerts.yaml", before);
  expect(await bench.dbmon(["apply", file, "--yes", "--parallel", "1"], { environment })).toMatchObject({
    code: 0,
  });
  bench.write(file, after);
  const plan = (settings = {}) =>
    bench.dbmon(["plan", file, "--prune", "Kept", "--max-deletes", "1"], {
      environment: { ...environment, ...settings },
    });
  const { stdout } = await plan();
  // Who is notified comes between both parts.
  expect(stdout.replace(/^Notifications:\n[^]*?\n\n/m, "")).toBe(
    `${expected}4 live alerts are changed by name. To say which names belong to these definitions, set owns in dbmon.yaml.\nEnvironment: ${emulator.url} (token of DBMON_API_TOKEN)\nPlan: 4 to update, 1 to delete. 0 in sync.\n`,
  );
  const colored = (await plan({ FORCE_COLOR: "1" })).stdout;
  expect(colored.replaceAll(/\u001b\[[\d;]*m/g, "")).toBe(stdout);
  expect(colored).toContain("\u001b[1;31mat once.\u001b[0m\u001b[2m \u001b[0m\u001b[2mSee https://");
  expect(colored).toContain("\u001b[1;32mwithin 5 minutes.\u001b[0m\u001b[2m \u001b[0m\u001b[2mSee https://");
  expect(colored).toContain("\u001b[1;31mgently.\u001b[0m");
  expect(colored).toContain(
    "disabled: \u001b[1;31mfalse\u001b[0m\u001b[2m -> \u001b[0m\u001b[1;32mtrue\u001b[0m",
  );
  const drift = await bench.dbmon(["drift", file, "--no-wait"], { environment });
  expect(drift.stdout).toContain("    annotations: (- live, + desired)\n");
  expect(drift.stdout).toContain("      - 3. Restart it gently.\n      + 3. Restart it at night.\n");
});

it("an alert with many categories and destinations has a limited number of notification changes", async () => {
  const emulator = await bench.emulator();
  const names = Array.from({ length: 300 }, (_, index) => `#team-${index}`);
  emulator.environment().add("destinations", ...names.map((name) => ({ name, integration: 1 })));
  const categories = Array.from({ length: 400 }, (_, index) => `category ${index}`);
  const alert = { name: "Events", policy: 1, destinations: names, event: { categories } };
  const file = bench.write("alerts.yaml", JSON.stringify({ alerts: [alert] }));
  const environment = environmentOf(emulator);
  const { stdout } = await bench.dbmon(["plan", file, "--json"], { environment });
  const { routes } = JSON.parse(stdout) as { routes: { changes: { after: object[] }[] } };
  expect(routes.changes).toHaveLength(333);
  // On hosts, and without a host.
  expect(routes).toMatchObject({ omitted_changes: 2 * 400 - 333 });
  const text = await bench.dbmon(["plan", file], { environment });
  expect(text.stdout).toContain("#team-19 and 280 more\n");
  expect(text.stdout).toContain("and 700 more (--json lists more)");
});
