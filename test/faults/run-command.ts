/** `dbmon apply` as a child process that a test can kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AlertDefinition } from "../../src/reconcile";
import { dbmonCommand } from "../support/programs";
import { type Scenario } from "./schedules/change-cases";

interface Ended {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly stderr: string;
}

/** Starts an apply of the definitions of a scenario. */
export function startApply(
  { definitions }: Scenario,
  service: { readonly url: string; readonly token: string },
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-faults-"));
  const file = join(folder, "alerts.yaml");
  writeFileSync(file, `alerts:${definitions.map(yamlOf).join("")}\n`);
  const child = spawn(...dbmonCommand("apply", "--yes", file), {
    env: { PATH: process.env.PATH, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((done) => {
    child.once("close", (code) => {
      rmSync(folder, { recursive: true, force: true });
      done({ code, stderr });
    });
  });
  return { child, ended };
}

/** An entry of a definitions file. It is JSON, which is valid YAML and needs no quoting rules. */
function yamlOf(definition: AlertDefinition): string {
  const { name, annotations, policy, destinations, hosts, host_types, condition, renamedFrom } = definition;
  const entry = {
    name,
    annotations,
    policy,
    destinations,
    hosts,
    host_types,
    ...(renamedFrom === undefined ? {} : { renamed_from: renamedFrom }),
    ...(condition.kind === "event"
      ? { event: { categories: condition.categories } }
      : {
          threshold: {
            alert_level: condition.alert_level,
            metric: condition.metric,
            trigger: condition.trigger,
            duration: condition.duration,
            reset: condition.reset,
          },
        }),
  };
  return `\n  - ${JSON.stringify(entry)}`;
}
