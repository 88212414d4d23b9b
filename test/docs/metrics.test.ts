/** docs/metrics.md lists the vocabulary, and the vocabulary has every metric that the documentation uses. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isKnownMetric } from "../../src/service";
import { knownMetricPaths, knownMetrics } from "../../src/service/vocabulary";

const page = readFileSync("docs/metrics.md", "utf8");

it("lists the metrics and paths that are known, with their units", () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` *\| ([^|]*?) *\|/gm)].map(([, name, unit]) => [name, unit]);
  expect(rows).toEqual(Object.entries({ ...knownMetrics, ...knownMetricPaths }));
});

it("the metrics of documents and examples are known", () => {
  const files = ["docs", "examples", "templates"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(md|yaml|tf|ts)$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  );
  const pages = [...files, "README.md"].map((file) => readFileSync(file, "utf8"));
  const metrics = pages.flatMap((text) =>
    [...text.matchAll(/\bmetric\s*[:=]\s*"?([a-z]+\.(?!metric\b)[a-z0-9_.]+)/g)].map(
      ([, metric = ""]) => metric,
    ),
  );
  expect(metrics.length).toBeGreaterThan(20);
  const misspelledOnPurpose = ["os.cpu.usr_us", "os.cpu.user_uss"];
  const unknown = metrics.filter((metric) => !isKnownMetric(metric) && !misspelledOnPurpose.includes(metric));
  expect([...new Set(unknown)]).toEqual([]);
});
