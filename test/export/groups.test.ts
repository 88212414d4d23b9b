/** How an export divides alerts into files. */
import { exportEnvironment, type LiveEnvironment } from "../../src/export";
import { named } from "./live";

/** The number of alerts in each file of an export. */
function countByFile(environment: LiveEnvironment, manifest = ""): Record<string, number> {
  const all = exportEnvironment(environment, "yaml", { manifest }).files.filter(
    ({ kind }) => kind === "code",
  );
  return Object.fromEntries(all.map(({ path, text }) => [path, [...text.matchAll(/^ {2}- name:/gm)].length]));
}

const numberedNames = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index)}`);

it.each(["shop/", "Shop: ", "[shop] ", "shop - ", "SHOP | ", "shop/db/", "Shop/"])(
  "three alerts with the prefix %j form a group",
  (prefix) => {
    expect(countByFile(named(...numberedNames(3, prefix)))).toEqual({ "shop.yaml": 3 });
  },
);

it("different formats of a prefix form one group", () => {
  expect(countByFile(named("shop/a", "Shop: b", "[SHOP] c", "other"))).toEqual({
    "shop.yaml": 3,
    "event-alerts.yaml": 1,
  });
});

it.each([
  ["two alerts with a prefix", numberedNames(2, "shop/")],
  ["a prefix with more than three words", numberedNames(3, "When it is late: ")],
  ["a colon without a space", numberedNames(3, "db:")],
  ["an empty prefix", numberedNames(3, "/")],
  ["a prefix of emoji", numberedNames(3, "🚨/")],
])("%s: no group", (_, names) => {
  expect(countByFile(named(...names))).toEqual({ "event-alerts.yaml": names.length });
});

it("a file has at most 50 alerts, and further alerts go into numbered files", () => {
  const names = [...numberedNames(60, "shop/"), ...numberedNames(120, "other ")];
  expect(countByFile(named(...names))).toEqual({
    "shop.yaml": 50,
    "shop-2.yaml": 10,
    "event-alerts.yaml": 50,
    "event-alerts-2.yaml": 50,
    "event-alerts-3.yaml": 20,
  });
});

it("an alert stays in the file of an earlier export, and new alerts join their group", () => {
  const manifest = "yaml 1 event-alerts shop-a\nyaml 2 event-alerts shop-b\nyaml 3 billing billing-a\n";
  const names = ["shop/a", "shop/b", "Renamed", "shop/c", "Billing: b"];
  expect(countByFile(named(...names), manifest)).toEqual({ "billing.yaml": 2, "event-alerts.yaml": 3 });
  expect(countByFile(named(...names, "shop/d", "shop/e"), manifest)).toEqual({
    "billing.yaml": 2,
    "shop.yaml": 3,
    "event-alerts.yaml": 2,
  });
});

it.each([
  ["hcl", "imports/", "imports-alerts.tf"],
  ["typescript", "Main: ", "main-alerts.ts"],
  ["yaml", "con/", "con-alerts.yaml"],
] as const)(
  "in %s the prefix %j does not use the name of another file or of a device",
  (language, prefix, path) => {
    const paths = exportEnvironment(named(...numberedNames(3, prefix)), language).files.map(
      (file) => file.path,
    );
    expect(paths).toContain(path);
    expect(new Set(paths).size).toBe(paths.length);
  },
);

it("an environment without alerts is exported as an empty sequence", () => {
  const file = exportEnvironment(named(), "yaml").files.find(({ kind }) => kind === "code");
  expect(file?.path).toBe("alerts.yaml");
  expect(file?.text.endsWith("\nalerts: []\n")).toBe(true);
});
