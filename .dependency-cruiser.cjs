// The walls of the house: which folder of src may import which (docs/architecture.md draws the same table).
const rooms = {
  diagnostics: [],
  service: ["diagnostics"],
  client: ["service", "diagnostics"],
  reconcile: ["service", "diagnostics"],
  engine: ["client", "reconcile", "service", "diagnostics"],
  definitions: ["reconcile", "service", "diagnostics"],
  tfplugin: [],
  provider: ["tfplugin", "engine", "client", "reconcile", "service", "diagnostics"],
  constructs: ["service", "diagnostics"],
  emulator: ["service", "diagnostics"],
  export: ["definitions", "reconcile", "service", "diagnostics"],
  testing: ["constructs", "emulator", "diagnostics"],
};
const everyRoom = [...Object.keys(rooms), "cli"].join("|");

const walls = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports-only-down`,
  comment: `src/${room} may import ${allowed.length === 0 ? "no other room" : allowed.join(", ")}.`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: `^src/(${[room, ...allowed].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...walls,
    {
      name: "no-unknown-room",
      comment: "A folder of src that the table does not name has no walls. Add it to the table first.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/((${everyRoom})/|index\\.ts$)` },
      to: {},
    },
    {
      name: "only-through-the-door",
      comment: "A room is entered through its index.ts. The words of the service have a door of their own.",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: {
        path: "^src/([^/]+)/",
        pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$", "^src/service/vocabulary\\.ts$"],
      },
    },
    {
      name: "commands-load-nothing",
      comment:
        "Every start reads the commands: what they do is imported when they run, from src/cli/actions.",
      severity: "error",
      from: { path: "^src/cli/(commands|program|main)" },
      to: {
        path: "^src/(?!cli/|diagnostics/|service/vocabulary)|^src/cli/actions/|node_modules/(zod|yaml)/",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "no-cycles",
      comment: "Two files that import each other are one file, or need a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "only-constructs-know-cdktf",
      comment: "A user of the command or of the provider has no cdktf installed.",
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
      comment: "An import that resolves to nothing.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "types"] },
  },
};
