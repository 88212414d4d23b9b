// Type-aware rules for hand-written code. scripts/lint-words.ts checks the words.
import importSort from "eslint-plugin-simple-import-sort";
import tseslint from "typescript-eslint";
import { oneMeaningPerName } from "./scripts/eslint/one-meaning-per-name.mjs";

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "coverage/",
      "**/cdktf.out/",
      "src/constructs/generated/",
      "src/tfplugin/protocol/generated/",
      "**/*.mjs",
      "**/*.cjs",
      "jest.config.js",
      "jest.executable.config.js",
      "jest.long.config.js",
      "templates/**/*.js",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: [
          "./tsconfig.json",
          "./test/tsconfig.json",
          "./scripts/tsconfig.json",
          "./action/src/tsconfig.json",
          "./examples/tsconfig.json",
          "./src/emulator/page/tsconfig.json",
          "./src/reports/html/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { "simple-import-sort": importSort },
    rules: {
      // Node.js, packages, then relative paths from the root to the folder of the file.
      "simple-import-sort/imports": [
        "error",
        { groups: [["^\\u0000", "^node:", "^@?\\w", "^\\.\\./", "^\\./"]] },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-extraneous-class": [
        "error",
        { allowWithDecorator: true, allowConstructorOnly: true },
      ],
      // Matchers for jest are declared in a global namespace.
      "@typescript-eslint/no-namespace": ["error", { allowDeclarations: true }],
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_" }],
      "max-lines": ["error", { max: 400 }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { dbmon: { rules: { "one-meaning-per-name": oneMeaningPerName } } },
    rules: { "dbmon/one-meaning-per-name": "error" },
  },
  {
    // A library does not print and does not exit the process. Only src/cli does.
    files: ["src/**/*.{ts,tsx,js}"],
    ignores: ["src/cli/**"],
    rules: {
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "exit",
          message: "Only src/cli and the entry point of the provider can exit the process.",
        },
      ],
    },
  },
);
