// An emulator of the service with the environments of dbmon.yaml. The API token of an environment is its name and "-token".
import { execFileSync } from "node:child_process";
import { ServiceEmulator } from "dbmon-iac/emulator";

const document = execFileSync("npx", ["--no", "dbmon-iac", "list", "environments", "--json"], {
  encoding: "utf8",
});
export const { environments } = JSON.parse(document);

/** The variables of all tokens, with their values. */
export const variables = Object.fromEntries(
  environments.flatMap(({ name, api_token, agent_token }) => [
    [api_token.env, `${name}-token`],
    ...(agent_token === null ? [] : [[agent_token.env, `${name}-agent-token`]]),
  ]),
);

export function startEmulator(port = 0) {
  const tokens = Object.fromEntries(environments.map(({ name }) => [`${name}-token`, name]));
  const agentTokens = Object.fromEntries(environments.map(({ name }) => [`${name}-agent-token`, name]));
  return ServiceEmulator.start({ port, tokens, agentTokens });
}

const port = process.argv[2];
if (port !== undefined) {
  const { url } = await startEmulator(Number(port));
  console.log(`dbmon emulator listening on ${url}`);
}
