/** Entry point of the provider process. `dbmon provider serve` starts it with --reattach. */
// First, because the other modules take most of the time of a start.
import "./ignore-interrupts";
import { serve, serveForReattach } from "../tfplugin";

const load = async () => (await import("./provider.js")).dbmon;

const greeting = `Serving provider dbmon/dbmon until Ctrl-C. To use it, prefix the line below with "export ", paste it into another terminal, and run
terraform there. No init, mirror or dev_overrides is needed. The provider reads DBMON_BASE_URL and DBMON_API_TOKEN from this terminal.

`;

if (process.argv[2] === "--reattach") {
  const addresses = ["registry.terraform.io/dbmon/dbmon", "registry.opentofu.org/dbmon/dbmon"];
  void load().then((dbmon) => serveForReattach(dbmon, { addresses, greeting }));
} else {
  void serve({ name: "dbmon", load });
}
