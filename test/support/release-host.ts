/** Serves releases of the executable as GitHub does. The executable is a script that runs the command of this repository. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import * as z from "zod";
import { archiveOf } from "../../scripts/release/archive";

const root = resolve(__dirname, "../..");

export class ReleaseHost {
  readonly files = new Map<string, { readonly status: number; readonly body: Buffer }>();
  /** Paths of the requests. */
  readonly requested: string[] = [];
  readonly #server: Server;

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
  publish(version: string, { checksum }: { readonly checksum?: string } = {}): string {
    const architecture = process.arch === "x64" ? "amd64" : process.arch;
    const name = `dbmon_${version}_${process.platform}_${architecture}${isMusl() ? "_musl" : ""}.zip`;
    const program = `#!${process.execPath}
console.log("release ${version}");
console.log("variables", Object.keys(process.env).join(" "));
require(${JSON.stringify(join(root, "dist/cli/main.js"))});
`;
    const archive = archiveOf("dbmon", Buffer.from(program));
    const sum = checksum ?? createHash("sha256").update(archive).digest("hex");
    const release = `/dbmon/dbmon-iac/releases/download/v${version}`;
    const serve = (file: string, body: Buffer) => this.files.set(`${release}/${file}`, { status: 200, body });
    serve(name, archive);
    const sums = `${"0".repeat(64)}  other.zip\n${sum}  ${name}\n`;
    serve(`terraform-provider-dbmon_${version}_SHA256SUMS`, Buffer.from(sums));
    return name;
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
