/** Pipelines of GitLab: reports that a merge request shows. The job stores the folder as artifacts. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { errorMessage, ProblemError } from "../../diagnostics";
import { createGitlab, readGitlabEvent } from "../../pipelines";
import { type CiSystem } from "./ci-system";

/** In the folder of the project, because GitLab stores only files of the project. */
const reportFolder = "dbmon-report";

export const gitlabCi: CiSystem = {
  createHost: ({ env, signal }) => createGitlab(env, signal),
  readEvent: readGitlabEvent,
  runUrl: ({ CI_JOB_URL: url }) => url,
  createReportFolder: () => {
    try {
      mkdirSync(reportFolder, { recursive: true });
      return reportFolder;
    } catch (error) {
      throw ProblemError.of(
        `Cannot create the folder: ${errorMessage(error)}.`,
        { where: { file: reportFolder }, remedy: "Remove the file of this name." },
        { cause: error },
      );
    }
  },
  outputFlags: (command, folder) => ({
    report: [
      ["markdown", join(folder, `${command}.md`)],
      ["junit", join(folder, `${command}.xml`)],
    ],
  }),
  announce: ({ err }, notice) => {
    err(notice);
  },
  // GitLab has no outputs. The artifacts have fixed names.
  writeOutputs: () => undefined,
};
