/** Two environments of one emulator, selected by their tokens, and a project with definitions for both. */
import { type ServiceEmulator } from "../../../src/emulator";
import { commandBench, token } from "../../support/command";
import { callService } from "../../support/emulator";

export const tokens = { DBMON_STAGING_TOKEN: "staging-token-1", DBMON_EU_TOKEN: "production-token-1" };

export function environmentsBench() {
  const bench = commandBench();
  let current: ServiceEmulator | undefined;
  afterEach(() => {
    current = undefined;
  });
  return {
    ...bench,
    /** Starts the emulator. Its environments are named as those of the configuration. */
    async start(): Promise<ServiceEmulator> {
      current = await bench.emulator({
        tokens: { [tokens.DBMON_STAGING_TOKEN]: "staging", [tokens.DBMON_EU_TOKEN]: "production-eu" },
        propagationSeconds: 0,
      });
      return current;
    },
    /** Writes dbmon.yaml. @param extra lines below the environments, indented by two spaces */
    configure(extra = "", file = "dbmon.yaml"): void {
      const url = current?.url ?? "http://127.0.0.1:1";
      bench.write(
        file,
        `definitions: [alerts]
environments:
  staging:
    base_url: ${url}
    api_token: { env: DBMON_STAGING_TOKEN }
    values: { pager: DBA team mail, limit: 60 }
  production-eu:
    base_url: ${url}
    api_token: { env: DBMON_EU_TOKEN }
    values: { pager: On-call PagerDuty, limit: 30 }
${extra}`,
      );
    },
    /** Runs the command with the tokens of both environments. */
    async run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
      const run = await bench.dbmon(args, { environment: { ...tokens, ...environment } });
      for (const secret of Object.values(tokens)) expect(run.stdout + run.stderr).not.toContain(secret);
      return run;
    },
    /** The names of the live alerts of an environment. */
    async live(environment: keyof typeof tokens): Promise<string[]> {
      if (current === undefined) throw new Error("No emulator runs.");
      const answer = await callService(current, "GET", "/config/alerts", undefined, tokens[environment]);
      const { data } = answer as { data: { name: string }[] };
      return data.map(({ name }) => name).sort();
    },
    defaultToken: token,
  };
}

export const lag = `alerts:
  - name: "Lag in \${environment}"
    policy: Every time
    destinations: ["\${pager}"]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: "\${limit}", duration: 2, reset: 20 }
`;
