/** The parts of a project that depend on its environments: dbmon.yaml, and lines with the variables of tokens. */
import { environmentVariables } from "../../../client";
import { formatScalar } from "../../../definitions";
import { errorOf, type Problem, ProblemError, quote } from "../../../diagnostics";
import { environmentNamePattern } from "../../../environments";
import { type ProjectLanguage } from "../../framework/library";

export interface ProjectEnvironment {
  readonly name: string;
  readonly apiTokenVariable: string;
  readonly agentTokenVariable: string;
}

export function parseEnvironments(text: string): readonly ProjectEnvironment[] {
  const names = text.split(",").map((name) => name.trim());
  const owners = new Map<string, string>(
    Object.values(environmentVariables).map((variable) => [variable, "a connection without dbmon.yaml"]),
  );
  const problems: Problem[] = [];
  const report = (what: string, remedy: string) => problems.push(errorOf("usage", what, { remedy }));
  const environments = names.map((name, index): ProjectEnvironment => {
    const prefix = `DBMON_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
    const environment = {
      name,
      apiTokenVariable: `${prefix}_TOKEN`,
      agentTokenVariable: `${prefix}_AGENT_TOKEN`,
    };
    if (!environmentNamePattern.test(name)) {
      const what = `${quote(name)} is not a valid name of an environment.`;
      report(what, "Use letters, digits, ., _ and -, and start with a letter or a digit.");
    } else if (names.indexOf(name) < index) {
      report(`--environments lists ${quote(name)} twice.`, "Remove one of them.");
    } else {
      for (const variable of [environment.apiTokenVariable, environment.agentTokenVariable]) {
        const owner = owners.get(variable);
        if (owner !== undefined)
          report(`The environment ${quote(name)} needs the variable ${variable} of ${owner}.`, "Rename it.");
        owners.set(variable, `the environment ${quote(name)}`);
      }
    }
    return environment;
  });
  if (problems.length > 0) throw new ProblemError(problems);
  return environments;
}

const docs = "node_modules/dbmon-iac/docs";
const header = "# yaml-language-server: $schema=node_modules/dbmon-iac/schemas/config.schema.json\n";

const ownership = `
# Live alerts of these names belong to these definitions. A plan deletes those that are no longer defined: ${docs}/guides/teams.md
# owns: ["Orders: *"]
`;

const rules = `
# Rules that every alert must satisfy: ${docs}/guides/guardrails.md. To add one, replace [] with these lines:
#  - name: runbook
#    expression: alert.annotations.contains("https://runbooks.example.com/")
#    message: Link the runbook in annotations.
rules: []
`;

/** The content of dbmon.yaml. The addresses are those of the emulator. */
export function formatConfig(language: ProjectLanguage, environments: readonly ProjectEnvironment[]): string {
  const entries = environments.map(({ name, apiTokenVariable, agentTokenVariable }, index) => {
    const note = index === 0 ? " # the emulator: replace it with the address of the service" : "";
    return `  ${formatScalar(name)}:
    base_url: http://127.0.0.1:8080${note}
    api_token: {env: ${apiTokenVariable}}
    agent_token: {env: ${agentTokenVariable}}
    values: {channel: "#db-alerts", cpu: 900000}
`;
  });
  const definitions = language === "yaml" ? "\ndefinitions: [alerts]\n" : "";
  const title = "\n# The environments of the service, and the values that alerts/ contains.\n";
  const listed = entries.length === 0 ? "" : `${title}environments:\n${entries.join("")}`;
  return `${header}${definitions}${language === "yaml" ? ownership : ""}${listed}${rules}`;
}

/** Replaces the placeholder of all names. Repeats each line that contains another placeholder for each environment. */
export function fillEnvironments(text: string, environments: readonly ProjectEnvironment[]): string {
  return text
    .replaceAll("ENVIRONMENT_NAMES", environments.map(({ name }) => name).join(", "))
    .split("\n")
    .flatMap((line) => {
      if (!/ENVIRONMENT_(?:NAME|API_TOKEN|AGENT_TOKEN)/.test(line)) return [line];
      return environments.map(({ name, apiTokenVariable, agentTokenVariable }) =>
        line
          .replaceAll("ENVIRONMENT_NAME", name)
          .replaceAll("ENVIRONMENT_API_TOKEN", apiTokenVariable)
          .replaceAll("ENVIRONMENT_AGENT_TOKEN", agentTokenVariable),
      );
    })
    .join("\n");
}
