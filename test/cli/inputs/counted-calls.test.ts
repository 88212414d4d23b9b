/** The exact number of HTTP calls that each command makes. test/provider/stories/counted-calls.long.test.ts does the same for terraform. */
import { alerts, commandBench, environmentOf } from "../../support/command";
import { takeCallCounts } from "../../support/emulator";

const list = "GET /config/alerts";
const readConfig = "GET /config/alerts/ID/config";
/** One list for each kind of object that the alerts refer to. */
const referred = {
  "GET /config/destinations": 1,
  "GET /config/alert-opts/policy": 1,
  "GET /config/alert-opts/durations": 1,
};

/** A definitions file of threshold alerts. */
function definitions(count: number): string {
  const definition = (_: unknown, index: number) => `
  - name: alert ${String(index)}
    policy: 1
    destinations: [1]
    host_types: [mysql]
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: ${String(index)}, duration: 1, reset: 0 }
`;
  return alerts(...Array.from({ length: count }, definition));
}

describe("calls of dbmon's commands", () => {
  const bench = commandBench();
  const many = 50;

  it("are one list of alerts, one list of each referenced kind, and the calls for each alert", async () => {
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    const environment = environmentOf(emulator);
    const dbmon = async (code: number, ...args: string[]) => {
      const run = await bench.dbmon([...args, "--window", "0"], { environment });
      expect({ code: run.code, stderr: run.code === code ? "" : run.stderr }).toEqual({ code, stderr: "" });
      return takeCallCounts(emulator);
    };
    const file = bench.write("alerts.yaml", definitions(many));

    expect(await dbmon(2, "plan", file, "--detailed-exitcode")).toEqual({ [list]: 1, ...referred });
    // After approval, apply lists the alerts again and compares them with the plan.
    const created = { "POST /config/alerts": many, "PUT /config/alerts/ID/config": many };
    expect(await dbmon(0, "apply", file, "--yes")).toEqual({ [list]: 2, ...referred, ...created });

    const read = { [list]: 1, ...referred, [readConfig]: many };
    expect(await dbmon(0, "plan", file, "--detailed-exitcode")).toEqual(read);
    expect(await dbmon(0, "apply", file, "--yes")).toEqual(read);
    expect(await dbmon(0, "drift", file)).toEqual(read);

    // Names and times are resolved with the same lists.
    const named = definitions(many).replaceAll("policy: 1", "policy: Every time");
    const timed = bench.write("named.yaml", named.replaceAll("duration: 1,", "duration: 1m,"));
    expect(await dbmon(0, "plan", timed, "--detailed-exitcode")).toEqual(read);

    // The settings of one alert change, and the configurations of two.
    const changed = definitions(many)
      .replace("policy: 1", "policy: 2")
      .replace("trigger: 7,", "trigger: 7.5,")
      .replace("trigger: 8,", "trigger: 8.5,");
    expect(await dbmon(0, "apply", bench.write("changed.yaml", changed), "--yes")).toEqual({
      ...referred,
      [list]: 2,
      [readConfig]: many + 3,
      "PUT /config/alerts/ID": 1,
      "PUT /config/alerts/ID/config": 2,
    });
    expect(await dbmon(0, "plan", bench.write("none.yaml", alerts(" []")))).toEqual({ [list]: 1 });
  });
});
