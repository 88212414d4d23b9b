/**
 * Workflows of GitHub: annotations, summary and outputs of a step.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync } from "node:fs";
import { basename, join } from "node:path";
import { createGithub, readGithubEvent, requireTemporaryFolder } from "../../../pipelines";
import { escapeWorkflowMessage, markdownText } from "../../../reports";
import { withFileProblem } from "../../framework/files";
import { type CiSystem } from "./ci-system";

export const githubActions: CiSystem = {
  createHost: ({ env, signal }) => createGithub(env, signal),
  readEvent: readGithubEvent,
  runUrl: ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run }) =>
    server === undefined || repository === undefined || run === undefined
      ? undefined
      : `${server}/${repository}/actions/runs/${run}`,
  // The address of the artifact itself is known only after its upload, which follows the comment.
  reportUrl: (runUrl) => `${runUrl}#artifacts`,
  // The artifact is named like the folder, and names of artifacts are unique in a run.
  createReportFolder: (env, command) =>
    withFileProblem(requireTemporaryFolder(env), (folder) => mkdtempSync(join(folder, `dbmon-${command}-`))),
  outputFlags: (command, folder) => ({
    format: "github",
    report: [["html", join(folder, `${command}.html`)]],
  }),
  announce: ({ env, out }, { severity, what }) => {
    out(`::${severity} title=dbmon::${escapeWorkflowMessage(what)}`);
    const { GITHUB_STEP_SUMMARY: summary = "" } = env;
    if (summary === "") return;
    withFileProblem(summary, (file) => {
      appendFileSync(file, `${markdownText(what)}\n\n`);
    });
  },
  writeOutputs: ({ GITHUB_OUTPUT: output = "" }, { changes, exitCode, planFile, folder, report }) => {
    if (output === "") return;
    const values = {
      changes: changes ?? "",
      "exit-code": exitCode,
      "plan-file": planFile,
      report,
      artifact: basename(folder),
      folder,
    };
    const lines = Object.entries(values).flatMap(([name, value]) => {
      // No value can contain the line that ends it.
      const end = `end-${randomUUID()}`;
      return [`${name}<<${end}`, String(value), end];
    });
    withFileProblem(output, (file) => {
      appendFileSync(file, `${lines.join("\n")}\n`);
    });
  },
};
