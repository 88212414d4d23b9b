/** `dbmon provider serve --reattach`: one process of the provider for many commands of the real terraform. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { commandBench } from "./command";

const bench = commandBench();
const main = resolve(__dirname, "../../dist/cli/main.js");

interface Serving {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
  /** What the printed line assigns, as a shell would take it. */
  readonly variable: string;
  readonly provider: { readonly Pid: number; readonly Addr: { readonly String: string } };
}

/** Runs it until it has printed its line. */
async function serve(environment: Readonly<Record<string, string>> = {}): Promise<Serving> {
  const child = spawn(process.execPath, [main, "provider", "serve", "--reattach"], {
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
  if (quoted === undefined) throw new Error(`not the line to be given to terraform: ${stdout}`);
  const variable = quoted.replaceAll("'\\''", "'");
  // The form that Terraform reads.
  const providers = JSON.parse(variable) as Record<string, Serving["provider"]>;
  const provider = providers["registry.terraform.io/dbmon/dbmon"];
  if (provider === undefined) throw new Error(`the line does not name the provider: ${stdout}`);
  return { process: child, ended, stderr: () => stderr, variable, provider };
}

it("prints where the provider listens, behind a door that is this user's alone, and how to use it", async () => {
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
  expect(stderr()).toContain('put "export " before it');
});

it("quotes its line for a shell whatever the temporary folder is called", async () => {
  const odd = `${bench.folder()}/it's`;
  mkdirSync(odd);
  const { provider } = await serve({ TMPDIR: odd });
  expect(existsSync(provider.Addr.String)).toBe(true);
});

it("says what is missing where nothing says how to serve", async () => {
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
  // The provider holds the command's output open: this is the end of both.
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
data "dbmon_destination" "pager" {
  name = "On-call PagerDuty"
}
resource "dbmon_alert" "cpu" {
  name         = "CPU high"
  policy       = 1
  destinations = [data.dbmon_destination.pager.id]
  threshold    = { alert_level = "crit", metric = "os.cpu.user_us", trigger = ${trigger}, duration = 1, reset = 80 }
}`;

  it("one process plans, applies and plans again, each time with a session of its own", async () => {
    // dev_overrides of this folder name no provider: what terraform finds is what runs.
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
      // A session that had outlived its command would believe its own write for a minute.
      const drift = await terraform("plan", "-detailed-exitcode");
      expect(drift.text).toContain("disabled = true -> false");

      // Two blocks of one command, one of which is turned away.
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
