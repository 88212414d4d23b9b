/** What is written into one file. */
import { exportEnvironment, type LiveEnvironment } from "../../src/export";
import { named } from "./live";

/** The files of an export, each with how many alerts it holds. */
function files(environment: LiveEnvironment, record = ""): Record<string, number> {
  const all = exportEnvironment(environment, "yaml", { record }).files.filter(
    ({ keeping }) => keeping === undefined,
  );
  return Object.fromEntries(all.map(({ path, text }) => [path, [...text.matchAll(/^ {2}- name:/gm)].length]));
}

const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index)}`);

it.each(["shop/", "Shop: ", "[shop] ", "shop - ", "SHOP | ", "shop/db/", "Shop/"])(
  "three alerts whose names begin with %j are a file",
  (prefix) => {
    expect(files(named(...many(3, prefix)))).toEqual({ "shop.yaml": 3 });
  },
);

it("the ways in which teams begin names mean one team", () => {
  expect(files(named("shop/a", "Shop: b", "[SHOP] c", "other"))).toEqual({
    "shop.yaml": 3,
    "event-alerts.yaml": 1,
  });
});

it.each([
  ["two of a team", many(2, "shop/")],
  ["words before a colon that are a sentence", many(3, "When it is late: ")],
  ["a colon without a space", many(3, "db:")],
  ["nothing before the slash", many(3, "/")],
  ["only emoji before the slash", many(3, "🚨/")],
])("%s are no group", (_, names) => {
  expect(files(named(...names))).toEqual({ "event-alerts.yaml": names.length });
});

it("a file holds fifty, and what is added goes behind what is there", () => {
  const names = [...many(60, "shop/"), ...many(120, "other ")];
  expect(files(named(...names))).toEqual({
    "shop.yaml": 50,
    "shop-2.yaml": 10,
    "event-alerts.yaml": 50,
    "event-alerts-2.yaml": 50,
    "event-alerts-3.yaml": 20,
  });
});

it("an alert stays where an export has put it, and who comes later joins those that it is like", () => {
  const record = "yaml 1 event-alerts shop-a\nyaml 2 event-alerts shop-b\nyaml 3 billing billing-a\n";
  const names = ["shop/a", "shop/b", "Renamed", "shop/c", "Billing: b"];
  expect(files(named(...names), record)).toEqual({ "billing.yaml": 2, "event-alerts.yaml": 3 });
  expect(files(named(...names, "shop/d", "shop/e"), record)).toEqual({
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
  "in %s a team %j does not take the name of another file, or of a device",
  (language, prefix, path) => {
    const paths = exportEnvironment(named(...many(3, prefix)), language).files.map((file) => file.path);
    expect(paths).toContain(path);
    expect(new Set(paths).size).toBe(paths.length);
  },
);

it("an environment without alerts is an empty list", () => {
  const file = exportEnvironment(named(), "yaml").files.find(({ keeping }) => keeping === undefined);
  expect(file?.path).toBe("alerts.yaml");
  expect(file?.text.endsWith("\nalerts: []\n")).toBe(true);
});
