/** Serves an empty Terraform state after a delay, for a data source that Terraform reads before it plans what depends on it. */
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";

/** Longer than the provider takes to plan other alerts. If the machine is slower than that, the order differs and the test still holds. */
const delayMs = 400;

const state = {
  version: 4,
  terraform_version: "1.5.0",
  serial: 1,
  lineage: "slow",
  outputs: {},
  resources: [],
};

export class SlowState {
  static async start(): Promise<SlowState> {
    const server = createServer((_, response) => {
      setTimeout(
        () => response.setHeader("content-type", "application/json").end(JSON.stringify(state)),
        delayMs,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new SlowState(server);
  }

  private constructor(private readonly server: Server) {}

  get url(): string {
    // A TCP server has an address of this type.
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/state`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
