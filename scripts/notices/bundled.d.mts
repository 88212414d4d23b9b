export declare function packagesOf(files: readonly string[]): string[];
export declare function noticesOf(packages: readonly string[]): string;
