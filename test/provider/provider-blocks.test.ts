/** Terraform starts a provider process for each provider block. The processes of one run know what the others hold. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceEmulator } from "../../src/emulator";
import { AlertRequests, RequestError, type StoredAlert } from "../support/alert-requests";
import { providerFile } from "../support/programs";
import { shopSeed } from "../support/shop-seed";

let service: ServiceEmulator;
let folder: string;
let shared: string;
const started: AlertRequests[] = [];

beforeEach(async () => {
  service = await ServiceEmulator.start({ seed: shopSeed() });
  folder = mkdtempSync(join(tmpdir(), "provider-blocks-"));
  shared = join(folder, `dbmon-provider-${String(process.getuid?.())}`);
});
afterEach(async () => {
  for (const requests of started.splice(0)) await requests.stop();
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

/** Starts a provider process. @param program starts the provider */
async function start(program = providerFile): Promise<AlertRequests> {
  const environment = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token, TMPDIR: folder };
  const requests = await AlertRequests.start(environment, {}, program);
  started.push(requests);
  return requests;
}

async function stop(requests: AlertRequests): Promise<void> {
  started.splice(started.indexOf(requests), 1);
  await requests.stop();
}

/** Creates an alert in an earlier run. */
async function createBefore(name: string): Promise<StoredAlert> {
  const earlier = await start();
  const created = await earlier.create({ name });
  await stop(earlier);
  return created;
}

const idOf = ({ values }: StoredAlert) => Number(values.id);

/** What becomes of a creation in one process, while another one has loaded the state of an identical alert of this name. */
async function createBeside(program?: string): Promise<"refused" | "adopted"> {
  const existing = await createBefore("A");
  const holder = await start();
  await holder.upgrade(existing);
  const creator = await start(program);
  try {
    expect(idOf(await creator.create({ name: "A" }))).toBe(idOf(existing));
    return "adopted";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect(error.message).toContain("The name is still held by another alert");
    return "refused";
  }
}

/** A program that starts the provider as another Terraform process would. */
function otherTerraform(): string {
  const file = join(folder, "terraform");
  // With a command after it, the shell stays the parent of the provider.
  writeFileSync(file, `#!/bin/sh\n"${providerFile}"\nexit $?\n`, { mode: 0o755 });
  return file;
}

it("does not adopt an alert that a process of the same run manages", async () => {
  expect(await createBeside()).toBe("refused");
});

it("does not know what a process of another run manages", async () => {
  expect(await createBeside(otherTerraform())).toBe("adopted");
});

it("creates an alert under a name that a process of the same run gave up, and that lists still show", async () => {
  await service.stop();
  service = await ServiceEmulator.start({ seed: shopSeed(), staleReads: true });
  const existing = await createBefore("A");
  service.clock.advance(61);
  const creator = await start();
  const holder = await start();
  await holder.upgrade(existing);
  const planned = await creator.plan({ name: "A" });
  await holder.update({ name: "B" }, existing);
  await stop(holder);
  expect(idOf(await creator.apply({ name: "A" }, planned))).not.toBe(idOf(existing));
});

describe("refuses the second of two creations of one name", () => {
  it("at plan, if the first alert exists", async () => {
    const [one, other] = [await start(), await start()];
    await one.create({ name: "A" });
    await expect(other.plan({ name: "A" })).rejects.toThrow(
      '"A": two resources are planned to have this name',
    );
  });

  it("at apply, if both are planned", async () => {
    const [one, other] = [await start(), await start()];
    const planned = await one.plan({ name: "A" });
    await other.plan({ name: "A" });
    await one.apply({ name: "A" }, planned);
    await expect(other.apply({ name: "A" }, planned)).rejects.toThrow(
      "Another definition of this run creates an alert of this name.",
    );
  });
});

it("waits for a rename by another process", async () => {
  const [a, b] = [await createBefore("A"), await createBefore("B")];
  const [one, other] = [await start(), await start()];
  await Promise.all([one.upgrade(a), other.upgrade(b)]);
  const [renamed, moved] = await Promise.all([one.update({ name: "B" }, a), other.update({ name: "C" }, b)]);
  expect([renamed.values.name, moved.values.name]).toEqual(["B", "C"]);
});

it("removes its files after the last process of the run", async () => {
  const [one, other] = [await start(), await start()];
  expect(readdirSync(shared)).toHaveLength(2);
  await stop(one);
  expect(readdirSync(shared)).toHaveLength(2);
  await stop(other);
  expect(readdirSync(folder)).toEqual([]);
});

it("removes files of ended runs, and no other files", async () => {
  mkdirSync(shared, { mode: 0o700 });
  const ended = "4194305-1.0123456789abcdef.4194306-1";
  writeFileSync(join(shared, ended), "");
  writeFileSync(join(shared, "notes"), "");
  await start();
  const entries = readdirSync(shared);
  expect(entries).toHaveLength(2);
  expect(entries).toContain("notes");
});

it("does not reveal the token in its files", async () => {
  const requests = await start();
  await requests.create({ name: "A" });
  const files = readdirSync(shared).map((name) => join(shared, name));
  expect(execFileSync("cat", files, { encoding: "utf8" }) + files.join()).not.toContain(service.token);
});

describe("is alone and works", () => {
  it.each<[string, () => void]>([
    [
      "is a file",
      () => {
        writeFileSync(shared, "");
      },
    ],
    [
      "is open to other users",
      () => {
        mkdirSync(shared);
        chmodSync(shared, 0o777);
      },
    ],
    [
      "is a link",
      () => {
        mkdirSync(join(folder, "target"), { mode: 0o700 });
        symlinkSync("target", shared);
      },
    ],
  ])("if the folder %s", async (_, prepare) => {
    prepare();
    const before = readdirSync(folder);
    const created = await (await start()).create({ name: "A" });
    expect(created.values.name).toBe("A");
    expect(readdirSync(folder).filter((name) => !name.startsWith("tfplugin"))).toEqual(before);
  });

  it.each<[string, (path: string) => void]>([
    [
      "are empty",
      (path) => {
        writeFileSync(path, "");
      },
    ],
    [
      "are not text",
      (path) => {
        writeFileSync(path, Buffer.alloc(1 << 20, 0xff));
      },
    ],
    [
      "have one long line",
      (path) => {
        writeFileSync(path, `[0,0,0,0]\n${"[".repeat(8 << 20)}`);
      },
    ],
    [
      "have counts that are not possible",
      (path) => {
        writeFileSync(path, '[-1,1e999,"",{}]'.padEnd(63));
      },
    ],
    [
      "have announcements of other versions",
      (path) => {
        const lines = ['{"type":"new","id":1}', '{"type":"managed","id":"1"}', "null", "[]"];
        writeFileSync(path, `${"[0,0,0,0]".padEnd(63)}\n${lines.join("\n")}\n`);
      },
    ],
    [
      "are links",
      (path) => {
        symlinkSync("/etc/passwd", path);
      },
    ],
    [
      "are pipes",
      (path) => {
        execFileSync("mkfifo", [path]);
      },
    ],
    [
      "are folders",
      (path) => {
        mkdirSync(path);
      },
    ],
  ])("if files of other processes %s", async (_, write) => {
    const requests = await start();
    const [own = ""] = readdirSync(shared);
    // The parent of this process runs longer than the test.
    const [terraform = "", key = ""] = own.split(".");
    const stat = execFileSync("cat", [`/proc/${String(process.ppid)}/stat`], { encoding: "utf8" });
    const startTime = stat.slice(stat.lastIndexOf(")")).split(" ")[20] ?? "";
    write(join(shared, `${terraform}.${key}.${String(process.ppid)}-${startTime}`));
    const created = await requests.create({ name: "A" });
    expect((await requests.update({ name: "B" }, created)).values.name).toBe("B");
  });
});
