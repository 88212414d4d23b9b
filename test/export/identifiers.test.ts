/** Identifiers of exported alerts are valid, readable, unique, and stable when alerts are added. */
import fc from "fast-check";
import { exportEnvironment, type LiveEnvironment } from "../../src/export";
import { named } from "./live";

/** Labels of the resources, by the ID of the alert. */
function labels(environment: LiveEnvironment): Record<string, string> {
  const imports = exportEnvironment(environment, "hcl").files.find(({ path }) => path === "imports.tf");
  const blocks = [...(imports?.text ?? "").matchAll(/to = dbmon_alert\.(.*)\n {2}id = "(\d+)"/g)];
  return Object.fromEntries(blocks.map(([, label = "", id = ""]) => [id, label]));
}

const label = (name: string) => labels(named(name))[1];

it.each([
  ["CPU high", "cpu_high"],
  ['Billing: it\'s "late" (p99 > 5%)', "billing_its_late_p99_5"],
  ["🚨 A database is gone", "a_database_is_gone"],
  ["Größe über Łódź, smørrebrød", "grosse_uber_lodz_smorrebrod"],
  ["3 replicas lag", "three_replicas_lag"],
  ["5xx errors", "alert_5xx_errors"],
  ["12:30", "alert_12_30"],
  ["日本語", "alert_1"],
  ["🚨", "alert_1"],
  ["class", "class_alert"],
  ["null", "null_alert"],
  ["x".repeat(500), "x".repeat(40)],
  ["word ".repeat(100), "word_word_word_word_word_word_word_word"],
])("%j becomes %s", (name, identifier) => {
  expect(label(name)).toBe(identifier);
});

it("names that differ only by case, spaces or emoji get their ID as a suffix, except the oldest", () => {
  const environment = named("CPU high", "cpu high", "CPU high ", "CPU high 🔥", "CPU-high 2");
  expect(labels(environment)).toEqual({
    1: "cpu_high",
    2: "cpu_high_2",
    3: "cpu_high_3",
    4: "cpu_high_4",
    5: "cpu_high_2_5",
  });
});

const names = fc.uniqueArray(
  fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("a", "A", "a ", "a 2", "a-2", "for", "alert 3", "🚨", "Shop: a", "shop/a", "[shop] b"),
  ),
  { minLength: 1, maxLength: 40, selector: (name) => name.normalize("NFC") },
);

it("every identifier is valid and unique", () => {
  fc.assert(
    fc.property(names, (all) => {
      const identifiers = Object.values(labels(named(...all)));
      expect(identifiers).toHaveLength(all.length);
      expect(new Set(identifiers).size).toBe(all.length);
      for (const one of identifiers) expect(one).toMatch(/^[a-z][a-z0-9_]*$/);
    }),
  );
});

it("a new alert does not change existing identifiers", () => {
  fc.assert(
    fc.property(names, (all) => {
      const before = labels(named(...all.slice(0, -1)));
      expect(labels(named(...all))).toMatchObject(before);
    }),
  );
});
