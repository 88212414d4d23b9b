/** @returns the paths of the sources, relative to the root */
export declare function buildPages(root: string, dist: string): Promise<string[]>;
