/** JSON files that are nested deeply or have very many values are one error with its place, in each command that reads them. */
import { commandBench } from "../../support/command";

const bench = commandBench();
const deep = "[".repeat(100_000) + "]".repeat(100_000);

it.each([
  [
    "plan of Terraform",
    `{"format_version":"1.2",\n"resource_changes":${deep}}`,
    ["check", "input.json"],
    "2:219",
  ],
  ["stack", `{"terraform":{},"resource":${deep}}`, ["check", "cdk.tf.json"], "1:227"],
  ["saved plan that is shown", `{"dbmon":1,"changes":${deep}}`, ["show", "input.json"], "1:221"],
  [
    "saved plan that is applied",
    `{"dbmon":1,"changes":${deep}}`,
    ["apply", "--plan", "input.json", "--yes"],
    "1:221",
  ],
  [
    "result of an apply",
    `{"dbmon":1,"results":${deep}}`,
    ["drift", "alerts.yaml", "--applied", "input.json"],
    "1:221",
  ],
  [
    "file that would be replaced",
    `{"dbmon":1,"changes":${deep}}`,
    ["plan", "alerts.yaml", "--out", "input.json"],
    "1:221",
  ],
])("%s", async (_, text, args, place) => {
  const [file = ""] = args.filter((argument) => argument.endsWith(".json"));
  bench.write(file, text);
  bench.write("alerts.yaml", "alerts: []\n");
  const environment = { DBMON_BASE_URL: "http://127.0.0.1:9", DBMON_API_TOKEN: "unused" };
  const run = await bench.dbmon(args, { environment });
  expect([run.code, run.stderr]).toEqual([
    1,
    expect.stringContaining(`${file}:${place}: The JSON is nested deeper than 200 levels.`),
  ]);
  expect(run.stderr.match(/error:/g)).toHaveLength(1);
});

it("counts no brackets in strings", async () => {
  bench.write("input.json", `{"dbmon":1,"x":"\\\\\\"${"[".repeat(1000)}","y":"\\\\","z":[1]}`);
  expect((await bench.dbmon(["show", "input.json"], { environment: {} })).stderr).not.toContain("nested");
});
