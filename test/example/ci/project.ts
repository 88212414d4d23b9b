/**
 * A team's repository that `dbmon init` has begun, and a machine that CI's jobs run on: each job has a fresh checkout. There is no
 * registry, so `npm ci` brings packages that are laid out already; all else of npm is the real one.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ServiceEmulator } from "../../../src/emulator";
import { layOutPackages } from "../../support/packed-project";

const root = resolve(__dirname, "../../..");
const packages = ["cdktf-cli", "jest", "@swc/jest", "@swc/core", "@types/jest"];
export const token = "s3cr3t-api-token";
export const agentToken = "s3cr3t-agent-token";

const npm = `#!/bin/sh
if [ "$1" != ci ]; then exec REAL "$@"; fi
ln -s LAID_OUT/node_modules node_modules && exec REAL run --if-present prepare
`;

export interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
}

export class CiProject {
  static async start(language: "typescript" | "yaml" | "hcl"): Promise<CiProject> {
    return new CiProject(await ServiceEmulator.start({ token, agentToken }), language);
  }

  readonly work = mkdtempSync(join(tmpdir(), "dbmon-ci-test-"));
  readonly repository = join(this.work, "repository");
  /** Programs that stand before all others on the PATH. */
  readonly programs = join(this.work, "bin");
  #checkouts = 0;

  private constructor(
    readonly service: ServiceEmulator,
    language: string,
  ) {
    for (const name of ["repository", "bin", "home"]) mkdirSync(join(this.work, name));
    layOutPackages(this.work, "cdktf", packages);
    const dbmon = join(this.work, "node_modules/dbmon-iac/dist/cli/main.js");
    execFileSync(process.execPath, [dbmon, "init", this.repository, "--language", language]);
    const realNpm = execFileSync("sh", ["-c", "command -v npm"]).toString().trim();
    this.addProgram("npm", npm.replaceAll("REAL", realNpm).replace("LAID_OUT", this.work));
    this.#git("init", "--quiet", "--initial-branch", "main");
    this.commit("First alerts");
  }

  get environment(): Record<string, string> {
    return {
      PATH: `${this.programs}:${process.env.PATH ?? ""}`,
      HOME: join(this.work, "home"),
      TMPDIR: this.work,
      CI: "true",
      NODE_OPTIONS: `--require ${resolve(__dirname, "../../support/skip-waits.cjs")}`,
      npm_config_update_notifier: "false",
      CHECKPOINT_DISABLE: "1",
      DISABLE_VERSION_CHECK: "1",
    };
  }

  addProgram(name: string, text: string): void {
    writeFileSync(join(this.programs, name), text);
    chmodSync(join(this.programs, name), 0o755);
  }

  /** Copies an example to where CI looks for it. */
  use(example: string, place: string): void {
    copyFileSync(join(root, "examples/ci", example), join(this.repository, place));
    this.commit("CI");
  }

  edit(file: string, change: (text: string) => string): void {
    const path = join(this.repository, file);
    const before = readFileSync(path, "utf8");
    const after = change(before);
    if (after === before) throw new Error(`nothing of ${file} is changed`);
    writeFileSync(path, after);
  }

  commit(message: string): void {
    this.#git("add", "--all");
    const author = ["-c", "user.name=Mira", "-c", "user.email=mira@shop.example"];
    this.#git(...author, "commit", "--quiet", "--allow-empty", "--message", message);
  }

  /** A fresh checkout of the last commit. */
  checkout(): string {
    const folder = join(this.work, `checkout-${String((this.#checkouts += 1))}`);
    this.#git("clone", "--quiet", "--depth", "1", `file://${this.repository}`, folder);
    return folder;
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.service.url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** The live alert of a name. */
  async alert(name: string): Promise<LiveAlert | undefined> {
    const { data } = (await this.call("GET", "/config/alerts")) as { data: LiveAlert[] };
    return data.find((one) => one.name === name);
  }

  /** What somebody does in the service's page. */
  async annotate(name: string, annotations: string): Promise<void> {
    const alert = await this.alert(name);
    if (alert === undefined) throw new Error(`there is no alert ${name}`);
    await this.call("PUT", `/config/alerts/${String(alert.id)}`, { ...alert, annotations });
  }

  /** Messages of the markers, oldest first. */
  async markers(): Promise<string[]> {
    const answer = await this.call("GET", "/events?from=-3600&until=0&addGlobal=1");
    const { data } = answer as { data: { type: string; message: string }[] };
    return data
      .filter(({ type, message }) => type === "code deployment" && /^[0-9a-f]{7,} /.test(message))
      .map(({ message }) => message);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    rmSync(this.work, { recursive: true, force: true });
  }

  #git(...args: string[]): void {
    execFileSync("git", args, { cwd: this.repository, env: this.environment });
  }
}
