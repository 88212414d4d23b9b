/** `dbmon list environments`: the environments of dbmon.yaml, and warnings of those with the same token. */
import { environmentsBench, tokens } from "../../environments/environments-bench";

const bench = environmentsBench();

it("lists names, addresses and whether tokens are set", async () => {
  bench.configure();
  const table = await bench.run(["list", "environments"], { DBMON_EU_TOKEN: "" });
  expect(table.stdout).toMatch(/^staging +http:\/\/127\.0\.0\.1:1 +DBMON_STAGING_TOKEN \(set\) +-$/m);
  expect(table.stdout).toMatch(/^production-eu +http:\/\/127\.0\.0\.1:1 +DBMON_EU_TOKEN \(not set\) +-$/m);
  const json = await bench.run(["list", "environments", "--json"]);
  expect(JSON.parse(json.stdout)).toEqual({
    dbmon: 1,
    $schema: expect.stringMatching(/\/schemas\/list\.schema\.json$/) as string,
    command: "list environments",
    status: "done",
    problems: [],
    file: "dbmon.yaml",
    environments: ["staging", "production-eu"].map((name, index) => ({
      name,
      base_url: "http://127.0.0.1:1",
      api_token: { env: Object.keys(tokens)[index], is_set: true },
      agent_token: null,
    })),
  });
});

it("warns once of all environments with the same token", async () => {
  const copy = "    base_url: http://127.0.0.1:1/\n    api_token: { env: DBMON_EU_TOKEN }\n";
  bench.configure(
    `  copy:\n${copy}  another:\n${copy}` +
      "  other:\n    base_url: http://127.0.0.1:2\n    api_token: { env: DBMON_OTHER_TOKEN }\n",
  );
  const run = await bench.run(["list", "environments"], { DBMON_OTHER_TOKEN: tokens.DBMON_STAGING_TOKEN });
  expect(run.code).toBe(0);
  expect(run.stderr.match(/^warning/gm)).toHaveLength(2);
  expect(run.stderr).toContain(
    'The environments "copy", "another" and "production-eu" (dbmon.yaml:9:16) have the same address and token',
  );
  expect(run.stderr).toContain(
    'The environments "other" and "staging" (dbmon.yaml:5:16) have the same token.',
  );
});
