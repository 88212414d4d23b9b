/** Pipelines of GitLab: reports that a merge request shows. The job stores the folder as artifacts. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { formatEnvironments, formatProblem, isError, type Problem, toSafeJson } from "../../../diagnostics";
import { createGitlab, pathInRepository, readGitlabEvent } from "../../../pipelines";
import { findingProblems, type Report } from "../../../reports";
import { withFileProblem, writeFile } from "../../framework/files";
import { type CiSystem } from "./ci-system";

/** In the folder of the project, because GitLab stores only files of the project. */
const reportFolder = "dbmon-report";

export const gitlabCi: CiSystem = {
  createHost: ({ env, signal }) => createGitlab(env, signal),
  readEvent: readGitlabEvent,
  runUrl: ({ CI_JOB_URL: url }) => url,
  reportUrl: (runUrl, file) => `${runUrl}/artifacts/file/${file}`,
  createReportFolder: () =>
    withFileProblem(reportFolder, (folder) => {
      // A change can commit links in its place, which the reports would be written through.
      if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(folder);
      mkdirSync(folder, { recursive: true });
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (!entry.isFile()) rmSync(join(folder, entry.name), { recursive: true });
      return folder;
    }),
  outputFlags: (command, folder) => ({
    report: [
      ["html", join(folder, `${command}.html`)],
      ["junit", join(folder, `${command}.xml`)],
    ],
  }),
  announce: ({ err }, { severity, what }) => {
    err(severity === "notice" ? what : `${severity}: ${what}`);
  },
  // A step has no outputs. The reports have fixed names, which the job stores as artifacts.
  writeOutputs: (env, { folder }, runs) => {
    for (const { command, report } of runs) {
      if (report === undefined) continue;
      writeFile(join(folder, `${command}.codequality.json`), `${codeQuality(env, report)}\n`);
    }
  },
};

/**
 * The problems that have a file, for the code quality widget of merge requests.
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
function codeQuality(env: NodeJS.ProcessEnv, report: Report): string {
  const title = `dbmon ${report.title.toLowerCase()}`;
  const issues = problemsWithPlaces(report).flatMap((problem) => {
    const { what, where, remedy } = problem;
    if (where?.file === undefined) return [];
    // Without the line, so that GitLab recognizes a problem that moved.
    const { line = 1, column: _, ...place } = { ...where, file: pathInRepository(env, where.file) };
    return [
      {
        description: [
          `${what}${formatEnvironments(problem)}`,
          ...(remedy === undefined ? [] : [remedy]),
        ].join(" "),
        check_name: title,
        fingerprint: createHash("sha256")
          .update(formatProblem({ ...problem, where: place }))
          .digest("hex"),
        severity: isError(problem) ? "major" : "minor",
        location: { path: place.file, lines: { begin: line } },
      },
    ];
  });
  return toSafeJson(JSON.stringify(issues, undefined, 2));
}

/** A problem of an alert without a place gets the place of the definition. */
function problemsWithPlaces({ problems, findings }: Report): readonly Problem[] {
  const ofFindings = findings.flatMap((finding) =>
    findingProblems(finding).map((problem) => ({
      ...problem,
      where: { ...finding.where, ...problem.where },
    })),
  );
  return [...problems, ...ofFindings];
}
