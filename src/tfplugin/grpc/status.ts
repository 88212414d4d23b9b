/** The gRPC status codes in use, and the headers that carry them. */
import { constants } from "node:http2";

export const status = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;
export type Status = (typeof status)[keyof typeof status];

export const responseHeaders = {
  [constants.HTTP2_HEADER_STATUS]: 200,
  [constants.HTTP2_HEADER_CONTENT_TYPE]: "application/grpc+proto",
};

export function statusTrailers(code: Status, message = ""): Readonly<Record<string, string>> {
  return {
    "grpc-status": String(code),
    ...(message === "" ? {} : { "grpc-message": encodeURI(message) }),
  };
}
