/** What the alerts of a new project can be written in: each has a folder of templates. */
export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];
