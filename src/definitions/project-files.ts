/** Files of YAML and JSON that a project has for other tools: in a folder, they are passed over. Named by themselves, they are read. */

const wholeNames = new Set([
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

const patterns = [
  /^tsconfig(\..+)?\.json$/,
  /^(docker-)?compose(\..+)?\.ya?ml$/,
  /^(jest|eslint|prettier|babel|swc|vitest|playwright)(\..+)?\.(json|ya?ml)$/,
  // Forms of files, and Terraform's own.
  /\.schema\.json$/,
  /\.tf\.json$/,
];

export function isOfProject(name: string): boolean {
  const plain = name.toLowerCase();
  return wholeNames.has(plain) || patterns.some((pattern) => pattern.test(plain));
}
