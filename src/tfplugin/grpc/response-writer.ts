/** Writes the responses of a streaming call, at the speed at which the client reads them. */
import { type ServerHttp2Stream } from "node:http2";
import { frame, type Status, responseHeaders, status, statusTrailers } from "./framing";
import { type ResponseStream } from "./service";

export class ResponseWriter implements ResponseStream<Uint8Array> {
  readonly #stream: ServerHttp2Stream;
  readonly #canceled = new AbortController();
  #outcome: Readonly<Record<string, string>> = statusTrailers(status.ok);
  #isEnded = false;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    stream.once("close", () => {
      if (!this.#isEnded) this.#canceled.abort(new Error("The client canceled the call."));
    });
  }

  get signal(): AbortSignal {
    return this.#canceled.signal;
  }

  readonly send = async (message: Uint8Array): Promise<void> => {
    if (this.#stream.destroyed) return;
    this.#respond();
    // Node buffers data beyond the client's flow control window, and reports that as a full buffer.
    if (!this.#stream.write(frame(message))) await this.#drained();
  };

  /** Ends the call. Responses that were sent before a failure stay valid. */
  end(code: Status = status.ok, message = ""): void {
    this.#isEnded = true;
    if (this.#stream.destroyed) return;
    this.#outcome = statusTrailers(code, message);
    this.#respond();
    this.#stream.end();
  }

  #respond(): void {
    if (this.#stream.headersSent) return;
    this.#stream.respond(responseHeaders, { waitForTrailers: true });
    this.#stream.once("wantTrailers", () => {
      this.#stream.sendTrailers(this.#outcome);
    });
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#stream.off("drain", end).off("close", end);
        resolve();
      };
      this.#stream.once("drain", end).once("close", end);
    });
  }
}
