/** `dbmon provider serve --reattach`: one provider process for several terraform commands. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { commandBench } from "../../../support/command";
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { dbmonCommand } from "../../../support/programs";
import { describeWithTerraform } from "../../../support/terraform";

const bench = commandBench();

interface Serving {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
  /** The value that the printed line assigns in a shell. */
  readonly variable: string;
  readonly provider: { readonly Pid: number; readonly Addr: { readonly String: string } };
}

/** Starts the command and waits for its line. */
async function serve(environment: Readonly<Record<string, string>> = {}): Promise<Serving> {
  const child = spawn(...dbmonCommand("provider", "serve", "--reattach"), {
    env: { PATH: process.env.PATH, TMPDIR: bench.folder(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  bench.onClose(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  while (!stdout.includes("\n")) await once(child.stdout, "data");
  const quoted = /^TF_REATTACH_PROVIDERS='(.*)'\n$/.exec(stdout)?.[1];
  if (quoted === undefined) throw new Error(`unexpected output: ${stdout}`);
  const variable = quoted.replaceAll("'\\''", "'");
  // The schema of TF_REATTACH_PROVIDERS.
  const providers = JSON.parse(variable) as Record<string, Serving["provider"]>;
  const provider = providers["registry.terraform.io/dbmon/dbmon"];
  if (provider === undefined) throw new Error(`the line does not name the provider: ${stdout}`);
  return { process: child, ended, stderr: () => stderr, variable, provider };
}

it("prints the address of the provider, whose socket only this user can access, and how to use it", async () => {
  const { provider, variable, stderr } = await serve();
  expect(provider).toEqual({
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: provider.Pid,
    Test: true,
    Addr: { Network: "unix", String: provider.Addr.String },
  });
  expect(Object.keys(JSON.parse(variable) as object)).toContain("registry.opentofu.org/dbmon/dbmon");
  expect(process.kill(provider.Pid, 0)).toBe(true);
  expect(provider.Addr.String.startsWith(bench.folder())).toBe(true);
  expect(statSync(dirname(provider.Addr.String)).mode & 0o777).toBe(0o700);
  expect(stderr()).toContain('prefix the line below with "export "');
});

it("quotes its line for a shell, whatever the name of the temporary folder", async () => {
  const odd = `${bench.folder()}/it's`;
  mkdirSync(odd);
  const { provider } = await serve({ TMPDIR: odd });
  expect(existsSync(provider.Addr.String)).toBe(true);
});

it("is in no help, because only a debugger needs it", async () => {
  const run = await bench.dbmon(["provider", "--help"]);
  expect(run.stdout).toContain("install ");
  expect(run.stdout).not.toContain("serve");
});

it("requires --reattach", async () => {
  const run = await bench.dbmon(["provider", "serve"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("--reattach");
});

it.each(["SIGINT", "SIGTERM"] as const)("ends on %s with 0, and removes its socket", async (signal) => {
  const { process: command, ended, provider } = await serve();
  command.kill(signal);
  expect(await ended).toBe(0);
  expect(existsSync(dirname(provider.Addr.String))).toBe(false);
  expect(() => process.kill(provider.Pid, 0)).toThrow("ESRCH");
});

it("ends the provider when the command itself is killed", async () => {
  const { process: command, ended, provider } = await serve();
  command.kill("SIGKILL");
  // The provider keeps the output of the command open, so this waits for both processes.
  await ended;
  expect(existsSync(dirname(provider.Addr.String))).toBe(false);
});

describeWithTerraform("with terraform", () => {
  const hcl = (trigger: number) => `
provider "dbmon" {}
provider "dbmon" {
  alias     = "nowhere"
  api_token = "not-a-token"
}
resource "dbmon_alert" "cpu" {
  name         = "CPU high"
  policy       = 1
  destinations = ["On-call PagerDuty"]
  threshold    = { alert_level = "crit", metric = "os.cpu.user_us", trigger = ${trigger}, duration = 1, reset = 80 }
}`;

  it("one process plans, applies and plans again, with a new session each time", async () => {
    // The dev_overrides of this folder have no provider, so terraform can only use the running one.
    const world = await DbmonTerraform.start({}, bench.folder());
    try {
      const { variable, ended, process: command } = await serve(world.environment);
      const reattach = { TF_REATTACH_PROVIDERS: variable };
      const terraform = (...args: string[]) => world.run([...args, "-input=false"], reattach);
      world.configure(hcl(90));
      expect((await terraform("plan", "-detailed-exitcode")).code).toBe(2);
      expect(await terraform("apply", "-auto-approve")).toMatchObject({ code: 0, stderr: "" });
      expect((await terraform("plan", "-detailed-exitcode")).code).toBe(0);

      const [alert] = await world.alerts();
      await world.call("PUT", `/config/alerts/${String(alert?.id)}`, { ...alert, disabled: 1 });
      // A session that outlived its command would expect stale reads for a minute.
      const drift = await terraform("plan", "-detailed-exitcode");
      expect(drift.text).toContain("disabled = true -> false");

      // Two provider blocks, one of them with an invalid token.
      world.configure(hcl(95));
      world.folder.write("elsewhere.tf", 'data "dbmon_alert_policies" "none" { provider = dbmon.nowhere }');
      const refused = await terraform("plan");
      expect(refused.text).toContain("401");
      expect(refused.text).toContain("dbmon_alert.cpu will be updated in-place");
      command.kill("SIGINT");
      expect(await ended).toBe(0);
    } finally {
      await world.stop();
    }
  });
});
