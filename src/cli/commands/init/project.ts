/** The CI systems that `dbmon init` supports. */

/** Whether npm has this package. The first release sets it: then a project installs the package from npm, instead of from a packed file. */
export const isPublished: boolean = false;

export const ciSystems = ["github", "gitlab", "none"] as const;
export type CiName = (typeof ciSystems)[number];
