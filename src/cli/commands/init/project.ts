/** The languages and CI systems that `dbmon init` supports. */

/** Whether npm has this package. The first release sets it: then a project installs the package from npm, instead of from a packed file. */
export const isPublished: boolean = false;

/** The folder `templates/` has a subfolder for each language. That of typescript is for cdktn. */
export const projectLanguages = ["typescript", "yaml", "hcl"] as const;
export type ProjectLanguage = (typeof projectLanguages)[number];

export const ciSystems = ["github", "gitlab", "none"] as const;
export type CiName = (typeof ciSystems)[number];
