/** Pipelines of GitLab: reports that a merge request shows. The job stores the folder as artifacts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { createGitlab, readGitlabEvent } from "../../pipelines";
import { type CiSystem, withFileProblem } from "./ci-system";
import { codeQuality } from "./code-quality";

/** In the folder of the project, because GitLab stores only files of the project. */
const reportFolder = "dbmon-report";

export const gitlabCi: CiSystem = {
  createHost: ({ env, signal }) => createGitlab(env, signal),
  readEvent: readGitlabEvent,
  runUrl: ({ CI_JOB_URL: url }) => url,
  reportUrl: (runUrl, file) => `${runUrl}/artifacts/file/${file.replaceAll(sep, "/")}`,
  createReportFolder: () =>
    withFileProblem(reportFolder, (folder) => {
      mkdirSync(folder, { recursive: true });
      return folder;
    }),
  outputFlags: (command, folder) => ({
    report: [
      ["html", join(folder, `${command}.html`)],
      ["junit", join(folder, `${command}.xml`)],
    ],
  }),
  announce: ({ err }, notice) => {
    err(notice);
  },
  // A step has no outputs. The reports have fixed names, which the job stores as artifacts.
  writeOutputs: (_env, { folder }, runs) => {
    for (const { command, report } of runs) {
      if (report === undefined) continue;
      withFileProblem(join(folder, `${command}.codequality.json`), (file) => {
        writeFileSync(file, `${codeQuality(report)}\n`);
      });
    }
  },
};
