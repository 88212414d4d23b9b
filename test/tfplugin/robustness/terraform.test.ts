/** An installed provider with the real terraform: two at once, and one that is killed. */
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../support/programs";
import { describeWithTerraform } from "../../support/terraform";
import { type Bundle, bundlePantry } from "../pantry/bundle";
import { PantryWorkspace } from "../pantry/workspace";

const sweet = 'label = "plum"\ngrams = 500';

describeWithTerraform("terraform with a provider", () => {
  let bundle: Bundle;
  let mirror: string;
  let spaces: PantryWorkspace[] = [];
  beforeAll(() => {
    bundle = bundlePantry();
    mirror = mkdtempSync(join(tmpdir(), "pantry-mirror-"));
  });
  afterEach(() => {
    for (const space of spaces) space.remove();
    spaces = [];
  });
  afterAll(() => {
    rmSync(mirror, { recursive: true });
    bundle.remove();
  });

  const workspace = () => {
    const space = new PantryWorkspace(bundle);
    spaces.push(space);
    return space;
  };
  const sockets = (space: PantryWorkspace) =>
    readdirSync(space.terraform.path).filter((name) => name.startsWith("tfplugin-"));

  it("serves two Terraform processes that share one installation and its cache", async () => {
    const { platform, arch } = process;
    const target = `${platform}_${arch === "x64" ? "amd64" : arch}`;
    const place = join(mirror, "registry.terraform.io/example/pantry/1.0.0", target);
    mkdirSync(place, { recursive: true });
    copyFileSync(bundle.file, join(place, "terraform-provider-pantry_v1.0.0"));
    chmodSync(join(place, "terraform-provider-pantry_v1.0.0"), 0o755);
    const settings = join(mirror, "terraformrc");
    writeFileSync(settings, `provider_installation {\n  filesystem_mirror { path = "${mirror}" }\n}\n`);
    const environment = { TF_CLI_CONFIG_FILE: settings };

    const outcomes = await Promise.all(
      [workspace(), workspace()].map(async (space) => {
        space.configureJar(sweet);
        const codes = [];
        for (const args of [["init"], ["apply", "-auto-approve"], ["plan", "-detailed-exitcode"]])
          codes.push((await space.terraform.run(args, environment)).code);
        return { codes, jars: space.pantry.list().length, sockets: sockets(space) };
      }),
    );
    const well = { codes: [0, 0, 0], jars: 1, sockets: [] };
    expect(outcomes).toEqual([well, well]);
  });

  it("completes a creation and exits after Terraform was killed, and removes its socket", async () => {
    const space = workspace();
    space.configureJar('label = "slow"\ngrams = 1');
    const { child, ended } = space.terraform.start(["apply", "-auto-approve"], { TF_LOG_PROVIDER: "info" });
    let logged = "";
    child.stderr?.on("data", (text: string) => (logged += text));
    while (!logged.includes("a slow creation has begun") && child.stderr !== null)
      await once(child.stderr, "data");
    expect(sockets(space)).toHaveLength(1);

    // Terraform alone: not the group, in which the provider is.
    child.kill("SIGKILL");
    await until(() => sockets(space).length === 0);
    expect((await ended).code).toBeNull();
    expect(space.pantry.list().map(({ jar }) => jar.label)).toEqual(["slow"]);
  });
});
