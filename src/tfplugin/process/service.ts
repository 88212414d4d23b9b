/** What a plugin process loads after its handshake: the server of the calls, with the HTTP/2 module and the protocol's messages. */
export { DeliveryTracker } from "../grpc/delivery-tracker";
export { Instance } from "../server/instance";
export { callServer } from "./call-server";
