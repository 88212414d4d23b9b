/** examples/backtesting: a plan shows what the change would have done with the events of the demo. */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { cleanSeed, ServiceEmulator, systemClock } from "../../src/emulator";

const root = resolve(__dirname, "../..");
const execute = promisify(execFile);

it("compares the alert before and after the change", async () => {
  const service = await ServiceEmulator.start({ seed: cleanSeed(systemClock), propagationSeconds: 0 });
  const dbmon = (...args: string[]) =>
    execute(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
      cwd: join(root, "examples/backtesting"),
      env: { PATH: process.env.PATH, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token },
    });
  try {
    await dbmon("apply", "before", "--yes");
    const { stdout } = await dbmon("plan", "after", "--backtest", "--since", "14d");
    expect(stdout).toMatch(
      /~ "Deployments": 1 -> 7 firings in 14d \(1 in the busiest hour, \S+ \S+Z\) -> #db-alerts\n/,
    );
    expect(stdout).toContain(
      '+ "Backups": no matching events in 14d: the category "backups" was not seen. Did you mean "backup"?\n',
    );
  } finally {
    await service.stop();
  }
});
