/** Languages of a new project. The folder `templates/` has a subfolder for each. */
export const languages = ["typescript", "yaml", "hcl"] as const;
export type Language = (typeof languages)[number];

/** Commands that deploy a new project without asking for approval. */
export const deployCommands: Readonly<Record<Language, readonly string[]>> = {
  typescript: ["npm run deploy -- --auto-approve"],
  yaml: ["npm run deploy -- --yes"],
  hcl: ["npm run init", "npm run deploy -- -auto-approve"],
};
