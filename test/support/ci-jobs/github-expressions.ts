/** Evaluates expressions of GitHub workflows, as the conditions of jobs and steps. */
import { runInNewContext } from "node:vm";
import { githubToken } from "../code-hosts/fake-github";

export interface GithubEvent {
  readonly name: "pull_request" | "push" | "schedule" | "workflow_dispatch";
  /** Repository of the pull request's branch. Default: the repository itself. */
  readonly from?: string;
  /** User who triggered the event. Default: a member of the team. */
  readonly actor?: string;
}

export function contextOf(event: GithubEvent, environmentSecrets: Readonly<Record<string, string>> = {}) {
  const { name, from = "shop/alerts", actor = "mira" } = event;
  const isUntrusted = from !== "shop/alerts" || actor === "dependabot[bot]";
  const pull = { number: 7, head: { repo: { full_name: from } } };
  return {
    github: {
      event_name: name,
      actor,
      repository: "shop/alerts",
      event: name === "pull_request" ? { pull_request: pull } : {},
      token: githubToken,
    },
    secrets: isUntrusted ? {} : environmentSecrets,
  };
}

export function evaluate(expression: string, context: object): unknown {
  const text = /^\$\{\{(.*)\}\}$/s.exec(expression.trim())?.[1] ?? expression;
  // In expressions of GitHub, names of properties may contain hyphens.
  return runInNewContext(text.replaceAll(/\.(\w+(?:-\w+)+)/g, '["$1"]'), context);
}
