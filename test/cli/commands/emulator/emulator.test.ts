/** `dbmon emulator`: its address, its environments and its options. */
import { get } from "node:http";
import { alerts, commandBench, deployed, environmentOf, token } from "../../../support/command";

const bench = commandBench();

it.each(["SIGINT", "SIGTERM"] as const)(
  "emulator prints its address when it is ready, and exits with 0 on %s",
  async (signal) => {
    const file = bench.write("alerts.yaml", alerts(deployed));
    let planned: Promise<unknown> | undefined;
    const environment = signal === "SIGTERM" ? { DBMON_EMULATOR_TOKEN: token } : {};
    const tokenOption = signal === "SIGTERM" ? [] : ["--token", token];
    const run = await bench.dbmon(["emulator", "--port", "0", ...tokenOption], {
      environment,
      onOutput: (stdout, process) => {
        const url = /^dbmon emulator listening on (\S+)\n$/.exec(stdout)?.[1];
        if (url === undefined) return;
        planned = bench
          .dbmon(["plan", file], { environment: environmentOf({ url }) })
          .finally(() => process.kill(signal));
      },
    });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^dbmon emulator listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(run.stderr).not.toContain("DBMON_API_TOKEN");
    expect(await planned).toMatchObject({ code: 0 });
  },
);

/** Starts an emulator, runs `work` with its URL, and interrupts it. */
async function whileEmulatorRuns(options: readonly string[], work: (url: string) => Promise<void>) {
  let worked: Promise<void> | undefined;
  const run = await bench.dbmon(["emulator", "--port", "0", ...options], {
    onOutput: (stdout, process) => {
      const url = /^dbmon emulator listening on (\S+)\n$/.exec(stdout)?.[1];
      if (url !== undefined) worked = work(url).finally(() => process.kill("SIGINT"));
    },
  });
  await worked;
  expect(run.code).toBe(0);
  return run;
}

it("emulator serves an environment for each name of a token", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const options = ["--token", "staging=s-token", "--token", "production=p-token", "--token", "YQ=="];
  await whileEmulatorRuns(options, async (url) => {
    const count = async (DBMON_API_TOKEN: string) => {
      const { stdout } = await bench.dbmon(["list", "alerts", "--json"], {
        environment: { ...environmentOf({ url }), DBMON_API_TOKEN },
      });
      return (JSON.parse(stdout) as { alerts: readonly unknown[] }).alerts.length;
    };
    const environment = { ...environmentOf({ url }), DBMON_API_TOKEN: "s-token" };
    expect(await bench.dbmon(["apply", file, "--yes"], { environment })).toMatchObject({ code: 0 });
    expect([await count("s-token"), await count("p-token"), await count("YQ==")]).toEqual([15, 14, 14]);
  });
});

it("emulator refuses one token for two environments", async () => {
  const run = await bench.dbmon(["emulator", "--port", "0", "--token", "a=same", "--token", "b=same"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain('error: The environments "a" and "b" have the same token.');
});

it("emulator --host accepts other names of this machine, but no pages of other sites", async () => {
  const { stderr } = await whileEmulatorRuns(["--host", "0.0.0.0"], async (url) => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${url}/_emulator/health`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).once("error", reject);
      });
    expect(await ask({ Host: "emulator:8080" })).toBe(200);
    expect(await ask({ Host: "emulator:8080", Origin: "http://emulator:8080" })).toBe(200);
    expect(await ask({ Host: "emulator:8080", Origin: "http://elsewhere.example" })).toBe(403);
  });
  expect(stderr).toContain("Other machines may be able to connect, and the default tokens are not secret");
});

it("emulator reports an address that is not of this machine", async () => {
  const run = await bench.dbmon(["emulator", "--port", "0", "--host", "192.0.2.1"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain('error: The emulator cannot listen on "192.0.2.1", port 0: ');
});

it("emulator reports a port that is in use", async () => {
  const emulator = await bench.emulator();
  const run = await bench.dbmon(["emulator", "--port", new URL(emulator.url).port]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: /);
});
