/** The CI files of a project. */

export const ciSystems = ["github", "gitlab", "none"] as const;
export type CiName = (typeof ciSystems)[number];

/** Where the action and the file for GitLab are published: projects then use them instead of complete jobs. */
export interface Publication {
  /** `OWNER/NAME` on GitHub. */
  readonly repository: string;
  readonly tag: string;
}

/** Set by the first release. Undefined: projects get complete jobs. */
export const publication: Publication | undefined = undefined;

const filesBySystem: Readonly<Record<CiName, readonly string[]>> = {
  github: [".github/workflows/alerts.yml"],
  gitlab: [".gitlab-ci.yml"],
  none: [],
};
const ciFiles = Object.values(filesBySystem).flat();

/** Whether the file is one of another CI system. */
export function isOfOtherSystem(path: string, ci: CiName): boolean {
  return ciFiles.includes(path) && !filesBySystem[ci].includes(path);
}

/** Replaces the placeholder of the CI file, or removes its paragraph if there is none. */
export function fillCiFile(text: string, ci: CiName): string {
  const [file] = filesBySystem[ci];
  return file === undefined ? text.replace(/^.*CI_FILE.*\n\n/m, "") : text.replaceAll("CI_FILE", file);
}

/** Replaces the placeholders of a template with the publication. */
export function fillPublication(text: string, { repository, tag }: Publication): string {
  return text.replaceAll("PUBLISHED_REPOSITORY", repository).replaceAll("PUBLISHED_TAG", tag);
}
