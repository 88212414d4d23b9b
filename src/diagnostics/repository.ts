/** The GitHub repository, a placeholder until the package is published. `npm run generate` writes it to all files that name it. */
export const repository = "OWNER/REPOSITORY";
