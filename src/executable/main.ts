/** Entry point of the self-contained executable, which is the command and the provider in one file. */
import "../provider/ignore-interrupts";
import { basename } from "node:path";

/**
 * Terraform starts a provider without arguments, by the name of its file. A program that a provider starts inherits the cookie, so
 * the cookie alone does not make the command a provider.
 */
function isProvider(): boolean {
  const names = [process.argv0, process.execPath].map((path) => basename(path));
  if (names.some((name) => name.startsWith("terraform-provider-dbmon"))) return true;
  return process.env["TF_PLUGIN_MAGIC_COOKIE"] !== undefined && process.argv.length === 2;
}

// Only one of the two is evaluated.
void (isProvider() ? import("../provider/main.js") : import("../cli/main.js"));
