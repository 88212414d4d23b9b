/** The digest of the events of a back-test: equal histories have equal digests. */
import { createHash } from "node:crypto";
import { type ServiceEvent } from "../service";

export class EventDigest {
  readonly #hash = createHash("sha256");

  /** Adds the next events. The UUID identifies an event, which never changes (EVENT-4). */
  add(events: readonly ServiceEvent[]): void {
    let text = "";
    for (const { start, host, type, uuid } of events) {
      text += uuid ?? `${start} ${host ?? ""} ${type.length} ${type}\n`;
    }
    this.#hash.update(text);
  }

  /** In hexadecimal. */
  value(): string {
    return this.#hash.copy().digest("hex");
  }
}
