/** `dbmon provider install` lays the Terraform provider out as a filesystem mirror; `serve` leaves it running. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Command } from "commander";
import { ProblemError } from "../../diagnostics";
import { mirrorFiles, providerSource } from "../provider-mirror";
import { version } from "../version";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { addHelp } from "../help";

export function registerProviderCommands(
  program: Command,
  context: CliContext,
  setExitCode: (code: ExitCode) => void,
): void {
  const provider = program.command("provider").description("the Terraform provider of this package");
  addHelp(
    provider
      .command("install")
      .description(
        "lay the provider out as a filesystem mirror, and print the CLI configuration that uses it",
      )
      .argument("<dir>", "folder of the mirror; made where it does not exist"),
    {
      examples: [
        "dbmon provider install ~/dbmon-mirror > ~/dbmon.tfrc",
        "export TF_CLI_CONFIG_FILE=~/dbmon.tfrc",
      ],
    },
  ).action((dir: string) => {
    const mirror = resolve(dir);
    const file = tryInstall(mirror);
    context.err(`Installed dbmon/dbmon ${version} in ${file}`);
    context.err(
      "Terraform's CLI configuration, for a file that TF_CLI_CONFIG_FILE names or to add to ~/.terraformrc:",
    );
    context.out(cliConfiguration(mirror));
  });
  addHelp(
    provider
      .command("serve")
      .description(
        "leave the provider running, for debugging, and print the variable that brings terraform to it",
      )
      .requiredOption("--reattach", "serve terraform commands that are given TF_REATTACH_PROVIDERS"),
    {
      notes: ["To stop at breakpoints, run the provider itself, as the second example does."],
      examples: [
        "dbmon provider serve --reattach",
        "node --inspect-brk $(npm root)/dbmon-iac/dist/terraform-provider-dbmon --reattach",
      ],
    },
  ).action(async () => {
    setExitCode(await serve(context.signal));
  });
}

/** The provider prints by itself. A Ctrl-C reaches it as well; a signal for this process alone is handed on. */
async function serve(interruption: AbortSignal): Promise<ExitCode> {
  const child = fork(builtProvider(), ["--reattach"]);
  const letGo = () => {
    if (child.connected) child.disconnect();
  };
  if (interruption.aborted) letGo();
  interruption.addEventListener("abort", letGo);
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? exitCodes.done : exitCodes.error;
}

function tryInstall(mirror: string): string {
  try {
    return install(mirror);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const remedy = "Name a folder that you may write to.";
    throw ProblemError.of(`The provider cannot be laid out: ${error.message}.`, {
      where: { file: mirror },
      remedy,
    });
  }
}

/** The provider's file in the mirror, for each registry. @returns the first of them */
function install(mirror: string): string {
  const bundle = builtProvider();
  const files = mirrorFiles(mirror);
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(bundle, file);
    chmodSync(file, 0o755);
  }
  return files[0] ?? mirror;
}

function builtProvider(): string {
  const bundle = join(__dirname, "..", "..", "terraform-provider-dbmon");
  if (statSync(bundle, { throwIfNoEntry: false }) !== undefined) return bundle;
  throw ProblemError.of("The provider is not built.", {
    where: { file: bundle },
    remedy: "Run npm run build.",
  });
}

function cliConfiguration(mirror: string): string {
  return [
    "provider_installation {",
    "  filesystem_mirror {",
    `    path    = ${JSON.stringify(mirror)}`,
    `    include = ["${providerSource}"]`,
    "  }",
    "  direct {",
    `    exclude = ["${providerSource}"]`,
    "  }",
    "}",
  ].join("\n");
}
