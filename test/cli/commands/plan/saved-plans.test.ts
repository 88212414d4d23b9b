/** Plans that `--out` saves, and their apply. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { editLive } from "../../edit-live";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  return { emulator, environment, dbmon };
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe("a saved plan", () => {
  it("is applied unchanged, without a prompt, after one request for each list that it needs", async () => {
    const { emulator, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    expect(await dbmon("plan", file, "--out", "plan.json")).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^Saved the plan to plan\.json\. To apply it unchanged, run: dbmon apply --plan plan\.json$/m,
      ) as string,
    });
    expect(json(readFileSync(join(bench.folder(), "plan.json"), "utf8"))).toMatchObject({ dbmon: 1 });
    bench.write("alerts.yaml", "alerts: []");
    emulator.requests.clear();
    const applied = await dbmon("apply", "--yes", "--plan", "plan.json");
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.stdout).toContain("2 of 2 changes applied.");
    const reads = emulator.requests.list().filter(({ method }) => method === "GET");
    const lists = ["alerts", "destinations", "hosts", "alert-opts/policy", "alert-opts/durations"];
    expect(reads.map(({ path }) => path.replace(/^\/api\/v2\/(config\/)?/, ""))).toEqual(lists);

    // A second apply would create existing alerts.
    const again = await dbmon("apply", "--yes", "--plan", "plan.json");
    expect(again.code).toBe(3);
    expect(again.stderr).toMatch(
      /An alert named "CPU high" \(id \d+\) exists now, but the plan creates it\./,
    );
    expect(again.stderr.split("\n").at(-2)).toBe(
      "The plan is stale. Nothing was written. See docs/guides/recovery.md.",
    );
    expect(again.stderr.match(/Nothing was written/g)).toHaveLength(1);
  });

  it("is stale, with exit code 3, if one of its alerts was changed, including an unchanged one", async () => {
    const { emulator, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
    await dbmon("apply", file, "--yes");
    bench.write("alerts.yaml", alerts(cpuHigh, deployed.replace("policy: 1", "policy: 2")));
    await dbmon("plan", file, "--out", "plan.json");
    const { data } = (await callService(emulator, "GET", "/config/alerts")) as {
      data: { id: number; name: string }[];
    };
    const { id = 0 } = data.find(({ name }) => name === "CPU high") ?? {};
    await editLive(emulator, id, { annotations: "by hand" });
    emulator.requests.clear();
    const stale = await dbmon("apply", "--yes", "--plan", "plan.json", "--json");
    expect(stale.code).toBe(3);
    expect(stale.stderr).toContain(
      `"CPU high": The alert (id ${String(id)}) was changed since the plan was made: annotations from "`,
    );
    expect(json(stale.stdout)).toMatchObject({
      dbmon: 1,
      results: [],
      problems: [{ where: { subject: "CPU high" } }],
    });
    expect(writesTo(emulator)).toEqual([]);
  });

  it("names destinations as the service does, not as its file does", async () => {
    const { dbmon } = await setUp();
    await dbmon("plan", bench.write("alerts.yaml", alerts(cpuHigh)), "--out", "plan.json");
    const saved = readFileSync(join(bench.folder(), "plan.json"), "utf8");
    const [, name = ""] = /"destinations": \{\s+"\d+": "([^"]+)"/.exec(saved) ?? [];
    expect(saved).toContain('"routes"');
    bench.write("plan.json", saved.replaceAll(`"${name}"`, '"Renamed since"'));
    const applied = await dbmon("apply", "--yes", "--plan", "plan.json");
    expect(applied.stdout).toContain(`nobody -> ${name}`);
    expect(applied.stdout).not.toContain("Renamed since");
  });

  it("is refused for another service, if it was edited, if it is not a plan, and with sources", async () => {
    const { environment, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(deployed));
    await dbmon("plan", file, "--out", "plan.json");
    const other = await bench.emulator();
    const elsewhere = await bench.dbmon(["apply", "--yes", "--plan", "plan.json"], {
      environment: { ...environment, DBMON_BASE_URL: other.url },
    });
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.stderr).toMatch(/The plan was made for ".*", and not for "/);
    expect(writesTo(other)).toEqual([]);

    const kept = readFileSync(join(bench.folder(), "plan.json"), "utf8");
    bench.write("edited.json", kept.replace(/"name": "Deployed"/, '"nam": "Deployed"'));
    bench.write("text.json", "not json");
    bench.write("newer.json", '{"dbmon": 2}');
    bench.write("anonymous.json", kept.replace(/"base_url": .*/, ""));
    for (const [given, word] of [
      ["anonymous.json", "The plan does not recognize its environment: an older version or --json wrote it."],
      ["edited.json", "The plan cannot be read: changes[0].name is invalid."],
      ["text.json", "The plan cannot be read: it is not a plan."],
      ["newer.json", "The plan cannot be read: unsupported plan version 2 (supported: 1)."],
      ["absent.json", "The plan cannot be read: no such file or folder."],
    ] as const) {
      const refused = await dbmon("apply", "--yes", "--plan", given);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain(`${given}: ${word}`);
    }
    expect((await dbmon("apply", file, "--plan", "plan.json")).stderr).toContain(
      "A saved plan is applied unchanged.",
    );
    expect((await dbmon("plan", file, "--out", "no/such/folder")).stderr).toContain(
      "error: no/such/folder: Cannot write the file: no such file or folder.\n  Choose a writable folder.\n",
    );
  });
});

describe("a file that dbmon did not write", () => {
  const remedy = "The file exists, and dbmon did not write it. Nothing was written.\n  Name another file";

  it.each(["alerts.yaml", "alerts.json", "dbmon.yaml", "notes.md"])(
    "is not replaced by a plan: %s",
    async (name) => {
      const { dbmon } = await setUp();
      bench.write("defs/a.yaml", alerts(deployed));
      const text = name === "dbmon.yaml" ? "definitions: [defs]\n" : '{ "version": 1, "alerts": [] }\n';
      const file = bench.write(name, text);
      const refused = await dbmon("plan", "defs", "--out", file);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain(`error: ${file}: ${remedy}`);
      expect(readFileSync(join(bench.folder(), file), "utf8")).toBe(text);
    },
  );

  it("is not replaced by a report with the name of a definitions file", async () => {
    const { dbmon } = await setUp();
    const file = bench.write("defs/a.yaml", alerts(deployed));
    const refused = await dbmon("plan", "defs", "--report", `json=${file}`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`error: ${file}: ${remedy}`);
    expect(readFileSync(join(bench.folder(), file), "utf8")).toBe(alerts(deployed));
  });
});

it("a saved plan, a JSON document and an empty file are replaced", async () => {
  const { dbmon } = await setUp();
  bench.write("alerts.yaml", alerts(deployed));
  bench.write("plan.json", "");
  for (const args of [["--report=json=plan.json"], ["--out=plan.json"], ["--out=plan.json"]])
    expect(await dbmon("plan", ...args)).toMatchObject({ code: 0 });
  expect((await dbmon("apply", "--yes", "--plan", "plan.json")).code).toBe(0);
});

it("a folder is read while a document is written into it", async () => {
  const { dbmon } = await setUp();
  bench.write("alerts.yaml", alerts(deployed));
  const { stdout } = await dbmon("plan", "--json");
  for (const length of [0, 30, stdout.length - 3]) {
    bench.write("plan.json", stdout.slice(0, length));
    expect((await dbmon("plan", "--json")).code).toBe(0);
  }
  bench.write("other.json", '{ "version": 1,');
  expect((await dbmon("plan")).stderr).toContain("error: other.json:1:1: Invalid JSON");
});

describe("a saved plan with renames", () => {
  const renamed = deployed.replace("Deployed", "Went out\n    renamed_from: Deployed");

  it("frees a name and uses it again", async () => {
    const { dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(deployed));
    await dbmon("apply", file, "--yes");
    bench.write(file, alerts(renamed, deployed.replace("[deploy]", "[other]")));
    await dbmon("plan", file, "--out", "plan.json");
    expect(await dbmon("apply", "--yes", "--plan", "plan.json")).toMatchObject({ code: 0 });
    expect((await dbmon("plan", file)).stdout).toContain("Plan: No changes. 2 in sync.");
  });

  it("is stale, with exit code 3, if another alert has the new name", async () => {
    const { emulator, dbmon } = await setUp();
    const file = bench.write("alerts.yaml", alerts(deployed));
    await dbmon("apply", file, "--yes");
    bench.write(file, alerts(deployed, cpuHigh));
    await dbmon("apply", file, "--yes");
    bench.write(file, alerts(renamed));
    await dbmon("plan", file, "--out", "plan.json");
    await editLive(emulator, 2, { name: "Went out" });
    emulator.requests.clear();
    const refused = await dbmon("apply", "--yes", "--plan", "plan.json");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('error: "Went out": Another alert (id 2) is named "Went out" now.');
    expect(writesTo(emulator)).toEqual([]);
  });
});
