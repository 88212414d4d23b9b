/** Entry of the provider's process, as Terraform starts it; with --reattach, as `dbmon provider serve` does. */
import { serve, serveForReattach } from "../tfplugin";
import { dbmon } from "./provider";

const greeting = `The provider dbmon/dbmon serves every terraform command that is given the line below, until Ctrl-C. In another terminal:
put "export " before it, paste it there, and run terraform. No init, mirror or dev_overrides is needed for it.
The provider takes DBMON_BASE_URL and DBMON_API_TOKEN from this terminal's environment, not from that one's.

`;

if (process.argv[2] === "--reattach") {
  const addresses = ["registry.terraform.io/dbmon/dbmon", "registry.opentofu.org/dbmon/dbmon"];
  void serveForReattach(dbmon, { addresses, greeting });
} else {
  void serve(dbmon);
}
