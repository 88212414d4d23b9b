/** Starts a provider process, and calls it with grpc-js, which the framework does not use. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type ChannelCredentials,
  Client,
  type ClientReadableStream,
  credentials,
  type ServiceError,
} from "@grpc/grpc-js";
import { selfSignedCertificate, type ServerCertificate } from "../../src/tfplugin/process/certificate";

/** Environment variables that Terraform sets for a provider. */
export const handshake = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
  PLUGIN_PROTOCOL_VERSIONS: "5,6",
};

export class ProviderProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  stderr = "";
  #stdout = "";

  constructor(file: string, environment: Readonly<Record<string, string>>) {
    this.child = spawn(file, { env: { PATH: process.env.PATH, ...environment } });
    this.child.stdout?.on("data", (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.exited = once(this.child, "close").then(([code]) => code as number | null);
  }

  /** Waits for the handshake line and splits it into its fields. */
  async handshake(): Promise<{ fields: string[]; socket: string; certificate: Buffer }> {
    while (!this.#stdout.includes("\n")) {
      const { stdout } = this.child;
      if (stdout === null) throw new Error("The provider process has no stdout.");
      await once(stdout, "data");
    }
    const fields = this.#stdout.trim().split("|");
    return { fields, socket: fields[3] ?? "", certificate: Buffer.from(fields[5] ?? "", "base64") };
  }

  get stdout(): string {
    return this.#stdout;
  }
}

export function clientCertificate(): ServerCertificate {
  return selfSignedCertificate(new Date());
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

/** @param address path of a Unix socket, or host and port */
export function connect(address: string, secure: ChannelCredentials = credentials.createInsecure()): Client {
  return new Client(address.startsWith("/") ? `unix:${address}` : address, secure, {
    "grpc.ssl_target_name_override": "localhost",
    "grpc.max_receive_message_length": -1,
  });
}

/** Trusts only the server's certificate, and presents the client's certificate, if any. */
export function mutualTls(server: Buffer, own?: ServerCertificate): ChannelCredentials {
  const root = Buffer.from(pemOf(server));
  if (own === undefined) return credentials.createSsl(root);
  return credentials.createSsl(root, Buffer.from(own.keyPem), Buffer.from(own.certificatePem));
}

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

/** Makes a unary call. @throws ServiceError of grpc-js, whose `code` is the status */
export function call<Q, A>(
  client: Client,
  path: string,
  request: Codec<Q>,
  response: Codec<A>,
  message: Q,
): Promise<A> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      (value: Q) => Buffer.from(request.encode(value).finish()),
      (bytes: Buffer) => response.decode(bytes),
      message,
      { deadline: Date.now() + 10_000 },
      (error: ServiceError | null, value?: A) => {
        if (value === undefined) reject(error ?? new Error("The response is missing."));
        else resolve(value);
      },
    );
  });
}

/** Makes a call with a stream of responses. @throws ServiceError of grpc-js, whose `code` is the status */
export async function callStream<Q, A>(
  client: Client,
  path: string,
  request: Codec<Q>,
  response: Codec<A>,
  message: Q,
): Promise<A[]> {
  const responses: A[] = [];
  for await (const one of openStream(client, path, request, response, message)) responses.push(one as A);
  return responses;
}

/** Begins a call with a stream of responses. */
export function openStream<Q, A>(
  client: Client,
  path: string,
  request: Codec<Q>,
  response: Codec<A>,
  message: Q,
): ClientReadableStream<A> {
  return client.makeServerStreamRequest(
    path,
    (value: Q) => Buffer.from(request.encode(value).finish()),
    (bytes: Buffer) => response.decode(bytes),
    message,
    { deadline: Date.now() + 10_000 },
  );
}
