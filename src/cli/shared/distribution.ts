/** How this command was installed: as the npm package, which Node.js runs, or as a self-contained executable. */

/** The folder of the embedded files of an executable that Bun compiled. On Windows it is on a drive of its own. */
const embeddedFolder = /^(?:\/\$bunfs|[A-Z]:[\\/]~BUN)[\\/]/;

export const isExecutable = embeddedFolder.test(__dirname);
