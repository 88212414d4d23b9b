/**
 * Ignores Ctrl-C from the first line of the provider's file on. A terminal sends SIGINT to Terraform and its providers. A provider that
 * ends while it starts makes Terraform report an incompatible or damaged program instead of the interruption.
 */

// Without Terraform, Ctrl-C ends the process.
if (process.env["TF_PLUGIN_MAGIC_COOKIE"] !== undefined) process.on("SIGINT", () => undefined);
