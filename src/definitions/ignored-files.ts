/** Test files, and YAML and JSON files of other tools. They are skipped in a folder, but read if the user names them explicitly. */

const names = new Set([
  ".json",
  "azure-pipelines.yaml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "biome.json",
  "cdk.json",
  "cdktf.json",
  "chart.yaml",
  "cloudbuild.yaml",
  "codecov.yml",
  "composer.json",
  "dbmon.yaml",
  "deno.json",
  "jsconfig.json",
  "kustomization.yaml",
  "lerna.json",
  "mkdocs.yml",
  "npm-shrinkwrap.json",
  "nx.json",
  "package-lock.json",
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "renovate.json",
  "skaffold.yaml",
  "taskfile.yml",
  "turbo.json",
  "vercel.json",
]);

/** Tests of `dbmon test`. */
const testFile = /\.test\.(ya?ml|json)$/;

const patterns = [
  /^tsconfig(\..+)?\.json$/,
  /^(docker-)?compose(\..+)?\.ya?ml$/,
  /^(jest|eslint|prettier|babel|swc|vitest|playwright)(\..+)?\.(json|ya?ml)$/,
  /\.schema\.json$/,
  testFile,
  /\.tf\.json$/,
];

export function isTestFile(name: string): boolean {
  return testFile.test(name.toLowerCase());
}

export function isIgnoredFile(name: string): boolean {
  const lowerCase = name.toLowerCase();
  return names.has(lowerCase) || patterns.some((pattern) => pattern.test(lowerCase));
}
