/** Serves releases of the executable as GitHub does. The executable is a script that runs the command of this repository. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import * as z from "zod";
import { archiveOf } from "../../../scripts/release/archive";

const root = resolve(__dirname, "../../..");

interface PublishOptions {
  /** Default: that of the archive. */
  readonly checksum?: string;
  /** Whether the checksums are signed with the key of {@link ReleaseHost.action}, instead of another one. */
  readonly isSigned?: boolean;
  /** The code of the executable. Default: it runs the command. */
  readonly program?: string;
  /** The whole executable, instead of `program`. */
  readonly executable?: string;
}

export class ReleaseHost {
  readonly files = new Map<string, { readonly status: number; readonly body: Buffer }>();
  /** Paths of the requests. */
  readonly requested: string[] = [];
  readonly #server: Server;
  readonly #keys = generateKeyPairSync("ed25519");

  private constructor() {
    this.#server = createServer((request, response) => {
      const { url = "", headers } = request;
      this.requested.push(url);
      const isRefused = headers.authorization !== undefined;
      const { status, body } = (isRefused ? undefined : this.files.get(url)) ?? {
        status: 404,
        body: Buffer.alloc(0),
      };
      response.writeHead(status).end(body);
    });
  }

  static async start(): Promise<ReleaseHost> {
    const host = new ReleaseHost();
    await once(host.#server.listen(0, "127.0.0.1"), "listening");
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** The executable prints its release and the names of its variables. @returns the name of the archive */
  publish(
    version: string,
    { checksum, isSigned = true, program: code, executable }: PublishOptions = {},
  ): string {
    const architecture = process.arch === "x64" ? "amd64" : process.arch;
    const name = `dbmon_${version}_${process.platform}_${architecture}${isMusl() ? "_musl" : ""}.zip`;
    const program = `#!${process.execPath}
console.log("release ${version}");
console.log("variables", Object.keys(process.env).join(" "));
${code ?? `require(${JSON.stringify(join(root, "dist/cli/main.js"))});`}
`;
    const archive = archiveOf("dbmon", Buffer.from(executable ?? program));
    const sum = checksum ?? createHash("sha256").update(archive).digest("hex");
    const release = `/dbmon/dbmon-iac/releases/download/v${version}`;
    const serve = (file: string, body: Buffer) => this.files.set(`${release}/${file}`, { status: 200, body });
    serve(name, archive);
    const sums = Buffer.from(`${"0".repeat(64)}  other.zip\n${sum}  ${name}\n`);
    serve(`terraform-provider-dbmon_${version}_SHA256SUMS`, sums);
    const key = isSigned ? this.#keys.privateKey : generateKeyPairSync("ed25519").privateKey;
    serve(`dbmon_${version}_SHA256SUMS.sig`, sign(undefined, sums, key));
    return name;
  }

  /** A text with the public key of this host instead of that in the repository. */
  withOwnKey(text: string): string {
    const keyOf = (pem: string) => pem.split("\n")[1] ?? "";
    const own = this.#keys.publicKey.export({ type: "spki", format: "pem" });
    const published = readFileSync(join(root, "action/release-key.pem"), "utf8");
    return text.replace(keyOf(published), keyOf(own.toString()));
  }

  action(): string {
    return this.withOwnKey(readFileSync(join(root, "action/index.cjs"), "utf8"));
  }

  /** Writes the action as its repository has it. */
  writeAction(repository: string): void {
    mkdirSync(join(repository, "action"), { recursive: true });
    writeFileSync(join(repository, "action/index.cjs"), this.action());
  }

  clear(): void {
    this.files.clear();
    this.requested.length = 0;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function isMusl(): boolean {
  const report = z.object({ header: z.looseObject({}) }).parse(process.report.getReport());
  return process.platform === "linux" && !("glibcVersionRuntime" in report.header);
}
