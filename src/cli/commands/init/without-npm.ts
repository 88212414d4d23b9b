/** Derives the project of an executable from that of the npm package: the same files without npm and Node.js. */
import { repository } from "../../../diagnostics";
import { type ProjectEnvironment } from "./environments";

type Scripts = Readonly<Record<string, string>>;

const npmFiles = /^(?:package\.json|\.vscode\/.*|.*\.mjs)$/;

/** Patterns, and what the project of an executable has in their place. The image of GitLab is that which Node's is built from. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^# yaml-language-server: .*\n+/gm, ""],
  [/^ *- (?:&node\n +)?uses: actions\/setup-node@.*\n.*\n/gm, ""],
  [/^ *- \*node\n/gm, ""],
  [/\brun: npm ci .*/g, 'run: sh install-dbmon.sh && echo "$PWD/.dbmon" >> "$GITHUB_PATH"'],
  [/^( *- )npm ci .*/gm, '$1sh install-dbmon.sh\n$1export PATH="$PWD/.dbmon:$PATH"'],
  [/\bnodejs npm\b/g, "curl libstdc++ openssl"],
  [/\bnode:24\b/g, "buildpack-deps:bookworm"],
  [/^node_modules\/$/gm, ".dbmon/"],
  [/\bnode_modules\/dbmon-iac\/docs\b/g, `https://github.com/${repository}/blob/v0/docs`],
  [/\bnpx (?:--no )?dbmon-iac\b/g, "dbmon"],
  [/^npm install +#.*/gm, "npm install"],
];

export function withoutNpm(
  files: ReadonlyMap<string, string>,
  scripts: Scripts,
  environments: readonly ProjectEnvironment[],
): Map<string, string> {
  const tokens = environments.map(({ name }) => ` --token ${name}=${name}-token`).join("");
  const own = { ...scripts, emulator: `dbmon emulator${tokens}` };
  return new Map(
    [...files].flatMap(([path, text]) => {
      if (npmFiles.test(path)) return [];
      const replaced = replacements.reduce((result, [from, to]) => result.replace(from, to), text);
      return [
        [
          path,
          replaced
            .split("\n")
            .flatMap((line) => expandScripts(line, own))
            .join("\n"),
        ],
      ];
    }),
  );
}

const npmCallPattern = /\bnpm (?:run )?(\w+)(?: --(?= ))?/g;

/** Replaces calls of npm by the commands of its scripts. @returns nothing if a script has no commands */
function expandScripts(line: string, scripts: Scripts): readonly string[] {
  const names = [...line.matchAll(npmCallPattern)].map(([, name = ""]) => name);
  if (names.length === 0) return [line];
  if (names.some((name) => commandsOf(name, scripts) === "")) return [];
  const expanded = line.replace(npmCallPattern, (_call, name: string) => commandsOf(name, scripts));
  return [expanded.replace(/ +# /, " # ")];
}

/** npm runs the script prepare when it installs. */
function commandsOf(name: string, scripts: Scripts): string {
  const commands = (scripts[name === "install" ? "prepare" : name] ?? "").replace(
    /(?: && )?\bnode --test$/,
    "",
  );
  const [, other] = /^npm run (\w+)$/.exec(commands) ?? [];
  return other === undefined ? commands : commandsOf(other, scripts);
}
