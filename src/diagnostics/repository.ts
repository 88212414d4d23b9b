/**
 * Owner and name of the GitHub repository, from which CI uses the action and downloads releases. A placeholder until the package is published.
 * To change it, run `npm run generate`, which writes it to all pages and files that name it.
 */
export const repository = "OWNER/REPOSITORY";
