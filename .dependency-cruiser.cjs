// The modules of src and what each may import (docs/internals/architecture.md draws the same table).
const modules = {
  diagnostics: [],
  platform: [],
  distribution: ["platform", "diagnostics"],
  service: ["diagnostics"],
  alerting: ["service", "diagnostics"],
  client: ["service", "diagnostics"],
  reconcile: ["service", "diagnostics"],
  "plan-document": ["reconcile", "service", "diagnostics"],
  impact: ["alerting", "plan-document", "reconcile", "service", "diagnostics"],
  engine: ["client", "reconcile", "service", "diagnostics"],
  reports: ["impact", "alerting", "plan-document", "reconcile", "service", "diagnostics"],
  planning: [
    "impact",
    "alerting",
    "alert-tests",
    "rules",
    "plan-document",
    "engine",
    "client",
    "reconcile",
    "service",
    "diagnostics",
  ],
  definitions: ["platform", "reconcile", "service", "diagnostics"],
  "definitions-edit": ["definitions", "reconcile", "service", "diagnostics"],
  tfplugin: ["platform", "diagnostics"],
  provider: ["tfplugin", "engine", "client", "reconcile", "service", "diagnostics"],
  constructs: ["service", "diagnostics"],
  emulator: ["alerting", "service", "diagnostics"],
  pipelines: ["client", "diagnostics"],
  rules: ["plan-document", "reconcile", "service", "diagnostics"],
  environments: ["rules", "client", "definitions", "reconcile", "service", "diagnostics"],
  export: ["definitions", "reconcile", "service", "diagnostics"],
  "alert-tests": ["alerting", "definitions", "reconcile", "service", "diagnostics"],
  testing: ["alert-tests", "definitions", "constructs", "emulator", "service", "diagnostics"],
};
/** The folders of src/cli, and what each may import of the others. Types may come from any folder. */
const commandFolders = {
  framework: [],
  terminal: ["framework"],
  inputs: ["framework", "terminal"],
  edits: ["framework", "terminal", "inputs"],
  environments: ["framework", "terminal", "inputs"],
};
const moduleNames = [...Object.keys(modules), "cli", "executable"].join("|");

const moduleRules = Object.entries(modules).map(([name, allowed]) => ({
  name: `${name}-imports-only-down`,
  comment: `src/${name} may import ${allowed.length === 0 ? "no other module" : allowed.join(", ")}.`,
  severity: "error",
  from: { path: `^src/${name}/` },
  to: { path: "^src/", pathNot: `^src/(${[name, ...allowed].join("|")})/` },
}));

const commandFolderRules = Object.entries(commandFolders).map(([name, allowed]) => ({
  name: `cli-${name}-imports-only-below`,
  comment: `src/cli/${name} may import ${["no command", ...allowed].join(", ")}.`,
  severity: "error",
  from: { path: `^src/cli/${name}/` },
  to: {
    path: "^src/cli/",
    pathNot: `^src/cli/(${[name, ...allowed].join("|")})/`,
    dependencyTypesNot: ["type-only", "dynamic-import"],
  },
}));

// src <- scripts, test/support <- test, bench. Nothing imports bench, and no folder of tests imports another.
const folderRules = [
  {
    name: "src-imports-only-src",
    comment: "The product does not depend on what tests, measures or builds it.",
    from: { path: "^src/" },
    to: { path: "^(test|bench|scripts|examples)/" },
  },
  {
    name: "scripts-import-no-tests",
    comment: "Tests import scripts, so scripts import neither tests nor benchmarks.",
    from: { path: "^scripts/" },
    to: { path: "^(test|bench)/" },
  },
  {
    name: "tests-share-only-support",
    comment: "What two folders of tests need is in test/support.",
    from: { path: "^test/([^/]+)/" },
    to: { path: "^test/", pathNot: "^test/($1|support)/" },
  },
  {
    name: "bench-imports-only-support",
    comment:
      "What benchmarks share with tests is in test/support. Only scripts/executables builds what they measure.",
    from: { path: "^bench/" },
    to: { path: "^(test|scripts)/", pathNot: "^(test/support|scripts/executables)/" },
  },
  {
    name: "nothing-imports-bench",
    comment: "What tests share with benchmarks is in test/support.",
    from: { pathNot: "^bench/" },
    to: { path: "^bench/" },
  },
].map((rule) => ({ ...rule, severity: "error" }));

module.exports = {
  forbidden: [
    ...moduleRules,
    ...commandFolderRules,
    ...folderRules,
    {
      name: "no-unknown-module",
      comment: "A folder of src that is not in the table has no rules. Add it to the table.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/((${moduleNames})/|index\\.ts$)` },
      to: {},
    },
    {
      name: "only-through-the-index",
      comment:
        "Import a module from its index.ts. Only what every start loads may be imported directly: the version, and the vocabulary and the timestamps of the service.",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: "^src/executable/" },
      to: {
        path: "^src/([^/]+)/",
        pathNot: [
          "^src/$1/",
          "^src/[^/]+/index\\.ts$",
          "^src/(distribution/version|service/(vocabulary|timestamp))\\.ts$",
        ],
      },
    },
    {
      name: "commands-load-nothing",
      comment:
        "Every start loads the definitions of the commands. What a command runs is imported when it runs.",
      severity: "error",
      from: { path: "^src/cli/(program|main|framework/[^/]+|commands/[^/]+/command)\\.ts$" },
      to: {
        path: "^src/(?!cli/|diagnostics/|platform/|distribution/version|service/(vocabulary|timestamp))|^src/cli/(environments/run|commands/(actions|environment-commands)|commands/[^/]+/run)\\.ts$|node_modules/(zod|yaml)/",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "no-unknown-folder-of-the-command",
      comment: "A folder of src/cli that is not in the table has no rules. Add it to the table.",
      severity: "error",
      from: {
        path: "^src/cli/",
        pathNot: `^src/cli/((${Object.keys(commandFolders).join("|")}|commands)/|(main|program)\\.ts$)`,
      },
      to: {},
    },
    {
      name: "commands-do-not-import-commands",
      comment:
        "What two commands share is in another folder of src/cli, or in a module. A command that runs others takes them from src/cli/commands/actions.ts or environment-commands.ts.",
      severity: "error",
      from: { path: "^src/cli/commands/([^/]+)/" },
      to: {
        path: "^src/cli/commands/",
        pathNot: "^src/cli/commands/($1/|(actions|environment-commands)\\.ts$)",
      },
    },
    {
      name: "report-model-has-only-facts",
      comment: "The model of reports does not depend on how they are printed.",
      severity: "error",
      from: { path: "^src/reports/model/" },
      to: { path: "^src/reports/", pathNot: "^src/reports/model/" },
    },
    {
      name: "renderers-do-not-import-renderers",
      comment: "What two formats of a report share is in src/reports/sentences or src/reports/model.",
      severity: "error",
      from: { path: "^src/reports/([^/]+)/" },
      to: { path: "^src/reports/", pathNot: "^src/reports/($1|model|sentences)/" },
    },
    {
      name: "no-cycles",
      comment: "Join files that import each other, or move what they share to a third file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "only-constructs-know-cdktf",
      comment: "The command and the provider run without cdktf.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(constructs|testing)/" },
      to: { path: "node_modules/(cdktf|constructs)/" },
    },
    {
      name: "only-the-emulator-knows-sqlite",
      comment: "libsql and the HTTP server are optional dependencies.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/emulator/" },
      to: { path: "node_modules/(libsql|hono|@hono)/" },
    },
    {
      name: "not-to-unresolvable",
      comment: "The import resolves to no file.",
      severity: "error",
      from: {},
      // dist may not be built yet.
      to: { couldNotResolve: true, pathNot: "/dist(/|$)" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^dist/"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "types"] },
  },
};
