/** Entry point of the provider process. `dbmon provider serve` starts it with --reattach. */
// First, because the other modules take most of the time of a start.
import "./ignore-interrupts";
import { setFlagsFromString } from "node:v8";
import { serve, serveForReattach } from "../tfplugin";

async function load() {
  const { dbmon } = await import("./provider.js");
  if (process.versions.node.startsWith("20.")) {
    // Node.js compiles those of its own modules again that it loads after a new flag.
    await import("node:http2");
    // Less compilation of a process that ends soon (docs/decisions/0003).
    setFlagsFromString("--interrupt-budget=1000000");
  }
  return dbmon;
}

const greeting = `Serving provider dbmon/dbmon until Ctrl-C. To use it, prefix the line below with "export ", paste it into another terminal, and run
terraform there. No init, mirror or dev_overrides is needed. The provider reads DBMON_BASE_URL and DBMON_API_TOKEN from this terminal.

`;

if (process.argv[2] === "--reattach") {
  const addresses = ["registry.terraform.io/dbmon/dbmon", "registry.opentofu.org/dbmon/dbmon"];
  void load().then((dbmon) => serveForReattach(dbmon, { addresses, greeting }));
} else {
  void serve({ name: "dbmon", load });
}
