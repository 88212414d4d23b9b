/**
 * Ignores Ctrl-C from the first line of the provider's file on. A terminal sends SIGINT to Terraform and its providers. If a provider
 * ends during its start, Terraform reports an incompatible or damaged program instead of the interruption.
 */

// Without Terraform, Ctrl-C ends the process.
if (process.env["TF_PLUGIN_MAGIC_COOKIE"] !== undefined) process.on("SIGINT", () => undefined);
