/** Sends the queued notifications of an environment, outside of transactions, and records the results. */
import { type Notification } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { sendWebhook, type WebhookReach } from "./webhook";

const maxConcurrency = 16;

export class Deliveries {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly store: EnvironmentStore,
    private readonly reach: WebhookReach,
  ) {}

  /** Starts to send queued notifications. Does nothing while a run is in progress. */
  start(): void {
    if (this.running !== undefined || this.stopping.signal.aborted) return;
    if (this.store.outbox.queued(1).length === 0) return;
    this.running = this.sendAll().finally(() => {
      this.running = undefined;
    });
  }

  /** Resolves when no notification is queued. */
  async settled(): Promise<void> {
    this.start();
    await this.running;
  }

  /** Aborts deliveries in progress. Their notifications stay queued. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async sendAll(): Promise<void> {
    let queued = this.store.outbox.queued(maxConcurrency);
    while (queued.length > 0 && !this.stopping.signal.aborted) {
      await Promise.all(queued.map((notification) => this.send(notification)));
      queued = this.store.outbox.queued(maxConcurrency);
    }
  }

  private async send({ id, destination: destinationId, body }: Notification): Promise<void> {
    const { signal } = this.stopping;
    const destination = this.store.destinations.get(destinationId);
    if (destination === undefined) {
      this.store.outbox.settle(id, "failed", "The destination was removed.");
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
      // The destination can have been changed or removed while the request was in progress.
      const current = this.store.destinations.get(destinationId);
      if (current !== undefined) {
        this.store.destinations.put(destinationId, { ...current, status: ok ? 1 : 0 });
      }
    });
  }
}
