import { ResponseHeaders } from "../../src/client/transport";

/** The headers of a response, as undici passes them. */
export function responseHeaders(values: Readonly<Record<string, string>>): ResponseHeaders {
  return new ResponseHeaders(
    Object.entries(values)
      .flat()
      .map((text) => Buffer.from(text)),
  );
}
