/** Short forms of the concepts for `dbmon help TOPIC`. Lines have at most 79 columns, and a text at most 120 words. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TopicName } from "./topic-names";

/** The skill for coding agents, without its front matter. */
const skill = join(__dirname, "..", "..", "..", "..", "skills/dbmon/SKILL.md");

export const topics: Readonly<Record<TopicName, string>> = {
  accept: `ACCEPT

Someone changed an alert in the service, and the change is good. dbmon apply
would revert it. dbmon accept writes the live values into the definitions
files instead, and never writes to the service:

  dbmon accept --alert "Replication lag"

Comments and all other lines of the files stay. Some changes are not accepted:
a mute, a live alert that was deleted (set --include-deletions), and a rename
that no saved plan shows (set --plan). The command says why, and exits with 2.

More: docs/guides/accept.md`,

  get agents() {
    return readFileSync(skill, "utf8")
      .replace(/^---\n[^]*?\n---\n\n/, "")
      .trimEnd();
  },

  adoption: `ADOPTION

A live alert can have the name of a definition, although no run created it for
that definition. To adopt it is to manage it from then on: later runs update
it, and a destroy deletes it.

dbmon keeps no state, and manages by name. It adopts such alerts, and a plan
shows the changes. To refuse them:

  dbmon plan --existing error

Terraform keeps a state, so the provider refuses the name, and prints the
import block to paste. To adopt all of them, each with a warning, set
existing_alerts = "adopt" in the provider, until they are adopted.

The kind of an alert, event or threshold, cannot change.

More: docs/guides/existing-alerts.md`,

  drift: `DRIFT

Live alerts can differ from their definitions, for example because someone
changed them in the service. dbmon drift compares, and writes nothing:

  in sync   equal to its definition
  pending   it differs, because the last apply has not taken effect yet
  drifted   it differs, also in a second read one propagation window later
  unknown   it differs, and was not read a second time (--no-wait)

To revert a change, run dbmon apply. To keep it, run dbmon accept. With
--detailed-exitcode, it exits with 2 if an alert is drifted or unknown.

More: docs/guides/drift-in-ci.md`,

  environments: `ENVIRONMENTS

The API token selects an environment of the service, such as staging.
dbmon.yaml names the environments, with the variables of their tokens and their
values:

  definitions: [alerts]
  environments:
    staging:
      base_url: https://app.example.com
      api_token: { env: DBMON_STAGING_TOKEN }
      values: { channel: "#db-alerts" }

A definition uses a value as "\${channel}". Commands take the environments by
name or pattern, and apply can write to them one after the other:

  dbmon plan --environment '*'
  dbmon apply --environment '*' --waves staging,production

More: docs/configuration.md`,

  propagation: `PROPAGATION

A change takes up to one minute to take effect. This minute is the propagation
window. It means two things:

Effect: an alert fires as changed only after the window. An apply does not wait
for it. To wait once for all changes and verify them, run dbmon apply --wait.
In Terraform, add a resource dbmon_propagation.

Staleness: within the window, a read can still return the previous value. So
dbmon drift reads differences again before it calls them drift, and the
provider does not report a value that it just replaced. All other differences
are reported at once.

--window and propagation_window set the length of the window.

More: docs/guides/propagation.md`,

  rules: `RULES

Rules say what every alert of a team must satisfy. They are conditions in CEL,
in dbmon.yaml:

  rules:
    - name: runbook
      expression: alert.annotations.contains("https://")
      message: Link the runbook in annotations.

check, test, plan and apply check them, for YAML, TypeScript and Terraform. An
error refuses a plan before anything is written. With severity: warning, the
plan shows the problem. An exception belongs to the rule, with its reason:

  except: [{ alerts: "Legacy *", reason: Moves in March. }]

In plans, rules also read the change: before, change.action, change.silences,
change.behavesTheSame and change.restarts.

More: docs/guides/guardrails.md`,
};
