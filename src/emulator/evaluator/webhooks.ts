/** Sends the queued notifications of an environment to webhooks, signed with the secrets of their destinations, and records the results. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { errorCode } from "../../diagnostics";
import { type DestinationWire } from "../../service";
import { type EnvironmentStore } from "../store/store";
import { type Notification } from "./records";

const maxConcurrency = 16;

export class Deliveries {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  readonly #store: EnvironmentStore;
  readonly #reach: WebhookReach;

  constructor(store: EnvironmentStore, reach: WebhookReach) {
    this.#store = store;
    this.#reach = reach;
  }

  /** Starts to send queued notifications. Does nothing while a run is in progress. */
  start(): void {
    if (this.#running !== undefined || this.#stopping.signal.aborted) return;
    if (this.#store.outbox.queued(1).length === 0) return;
    this.#running = this.#sendAll().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when no notification is queued. */
  async settled(): Promise<void> {
    this.start();
    await this.#running;
  }

  /** Aborts deliveries in progress. Their notifications stay queued. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #sendAll(): Promise<void> {
    let queued = this.#store.outbox.queued(maxConcurrency);
    while (queued.length > 0 && !this.#stopping.signal.aborted) {
      await Promise.all(queued.map((notification) => this.#send(notification)));
      queued = this.#store.outbox.queued(maxConcurrency);
    }
  }

  async #send(notification: Notification): Promise<void> {
    const { signal } = this.#stopping;
    const { outbox, destinations } = this.#store;
    const destination = destinations.get(notification.destination);
    if (destination === undefined) {
      outbox.put({ ...notification, status: "failed", reason: "The destination was removed." });
      return;
    }
    let failure: string | undefined;
    try {
      failure = await sendWebhook(destination, notification.body, this.#reach, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    this.#store.inTransaction(() => {
      const isSent = failure === undefined;
      outbox.put({ ...notification, status: isSent ? "sent" : "failed", reason: failure ?? null });
      // The destination can have been changed or removed while the request was in progress.
      const current = destinations.get(destination.id);
      if (current !== undefined) destinations.put({ ...current, status: isSent ? 1 : 0 });
    });
  }
}

/** Allowed webhook targets: only this machine, or any host. */
export type WebhookReach = "loopback" | "any";

const signatureHeader = "X-VividCortex-Signature";
const timeoutMs = 10_000;

type WebhookTarget = { readonly url: string } | { readonly reason: string };

/** Returns the webhook URL of a destination, or the reason why the emulator does not send to it. */
export function targetOf({ config }: DestinationWire, reach: WebhookReach): WebhookTarget {
  const url = z.url({ protocol: /^https?$/ }).safeParse(config.url?.[0]).data;
  if (url === undefined) return { reason: "The destination's setting url is not an http or https URL." };
  if (reach === "any" || isLoopbackHost(new URL(url).host)) return { url };
  return { reason: "The URL is not on this machine, and the emulator runs without --webhooks any." };
}

/** @param host value of a Host header or host of a URL, with or without a port */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host);
}

/**
 * @returns why the delivery failed, or undefined
 * @throws the abort reason if the signal aborts the request, which the receiver can have handled
 */
async function sendWebhook(
  destination: DestinationWire,
  body: unknown,
  reach: WebhookReach,
  signal: AbortSignal,
): Promise<string | undefined> {
  const target = targetOf(destination, reach);
  if ("reason" in target) return target.reason;
  const text = JSON.stringify(body);
  try {
    const response = await fetch(target.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        [signatureHeader]: signature(text, destination.config.secret_key?.[0] ?? ""),
      },
      body: text,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `The receiver returned status ${response.status}.`;
  } catch (error) {
    signal.throwIfAborted();
    return failureReason(error);
  }
}

function signature(body: string, secret: string): string {
  return createHash("sha1").update(body).update(secret).digest("hex");
}

/** Omits the URL, because it is a setting of the destination and can contain secrets. */
function failureReason(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === "TimeoutError") return `No response within ${timeoutMs / 1000} seconds.`;
  const code = errorCode(cause);
  return code === undefined ? "The connection failed." : `The connection failed (${code}).`;
}
