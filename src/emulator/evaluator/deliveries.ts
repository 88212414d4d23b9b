/** Sends what is queued in an environment's outbox, after the transaction that queued it, and notes what became of it. */
import { type Notification } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { sendWebhook, type WebhookReach } from "./webhook";

const atOnce = 16;

export class Deliveries {
  private readonly stopping = new AbortController();
  private underWay: Promise<void> | undefined;

  constructor(
    private readonly store: EnvironmentStore,
    private readonly reach: WebhookReach,
  ) {}

  /** Begins to send, where there is something to send and nothing is under way. */
  start(): void {
    if (this.underWay !== undefined || this.stopping.signal.aborted) return;
    if (this.store.outbox.queued(1).length === 0) return;
    this.underWay = this.sendAll().finally(() => {
      this.underWay = undefined;
    });
  }

  /** Resolves once nothing is queued any more. */
  async settled(): Promise<void> {
    this.start();
    await this.underWay;
  }

  /** What is not sent stays queued. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.underWay;
  }

  private async sendAll(): Promise<void> {
    let queued = this.store.outbox.queued(atOnce);
    while (queued.length > 0 && !this.stopping.signal.aborted) {
      await Promise.all(queued.map((notification) => this.send(notification)));
      queued = this.store.outbox.queued(atOnce);
    }
  }

  private async send({ id, destination: destinationId, body }: Notification): Promise<void> {
    const { signal } = this.stopping;
    const destination = this.store.destinations.get(destinationId);
    if (destination === undefined) {
      this.store.outbox.settle(id, "failed", "The destination is no longer there.");
      return;
    }
    let delivery;
    try {
      delivery = await sendWebhook(destination, body, this.reach, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const { ok } = delivery;
    this.store.inTransaction(() => {
      this.store.outbox.settle(id, ok ? "sent" : "failed", ok ? null : delivery.reason);
      const present = this.store.destinations.get(destinationId);
      if (present !== undefined)
        this.store.destinations.put(destinationId, { ...present, status: ok ? 1 : 0 });
    });
  }
}
