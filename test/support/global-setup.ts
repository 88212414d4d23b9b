import { setUpEngine } from "./terraform-engine";
import { createTemporaryFolder } from "./temporary-folder";

/** Jest calls this once, before it starts its workers. */
export default function globalSetup(): void {
  setUpEngine();
  createTemporaryFolder();
}
