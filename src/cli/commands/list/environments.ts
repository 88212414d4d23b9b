/** `dbmon list environments`: lists the environments of the configuration file. */
import { ProblemError } from "../../../diagnostics";
import { type Environment } from "../../../environments";
import { type Column, tableLines } from "../../../reports";
import { readConfig } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { printDocument, reportProblems } from "../../terminal/output";

export interface EnvironmentsFlags extends Pick<EnvironmentFlags, "config"> {
  readonly json?: true;
}

export function environmentsAction(context: CliContext, flags: EnvironmentsFlags): ExitCode {
  const config = readConfig(context, flags);
  if (config === undefined) {
    const what = "There is no configuration of environments in this folder or a parent folder.";
    throw ProblemError.of("config-invalid", what, {
      remedy: "Create dbmon.yaml, or set --config to its path.",
    });
  }
  const { file, environments } = config;
  reportProblems(context, config.problems);
  if (flags.json === true) {
    const documents = environments.map((one) => writeEnvironment(one, context.env));
    printDocument(context, { file, environments: documents });
  } else if (environments.length === 0) context.err("No environments found.");
  else tableLines(columnsFor(context.env), environments, context.columns).forEach(context.out);
  return exitCodes.done;
}

function writeEnvironment(
  { name, baseUrl, apiTokenVariable, agentTokenVariable }: Environment,
  env: NodeJS.ProcessEnv,
) {
  const token = (variable: string) => ({ env: variable, is_set: isSet(env, variable) });
  return {
    name,
    base_url: baseUrl,
    api_token: token(apiTokenVariable),
    agent_token: agentTokenVariable === undefined ? null : token(agentTokenVariable),
  };
}

function columnsFor(env: NodeJS.ProcessEnv): readonly Column<Environment>[] {
  const describe = (variable: string) => `${variable} (${isSet(env, variable) ? "set" : "not set"})`;
  return [
    { title: "NAME", value: ({ name }) => name },
    { title: "ADDRESS", value: ({ baseUrl }) => baseUrl, maxWidth: 60 },
    { title: "API TOKEN", value: ({ apiTokenVariable }) => describe(apiTokenVariable), maxWidth: 60 },
    {
      title: "AGENT TOKEN",
      value: ({ agentTokenVariable }) =>
        agentTokenVariable === undefined ? "" : describe(agentTokenVariable),
      maxWidth: 60,
    },
  ];
}

function isSet(env: NodeJS.ProcessEnv, variable: string): boolean {
  return (env[variable]?.trim() ?? "") !== "";
}
