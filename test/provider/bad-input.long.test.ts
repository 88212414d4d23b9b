/** Invalid configurations in Terraform: the error names the alert and the attribute, and nothing is written. */
import { once } from "node:events";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo } from "node:net";
import { findOnPath } from "../../src/distribution";
import { selfSignedCertificate } from "../../src/tfplugin/process/certificate";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const provider = 'provider "dbmon" {}\n';
const eventAlert = (name: string, more = "") => `
resource "dbmon_alert" "it" {
  name   = ${JSON.stringify(name)}
  policy = 1
  ${more}
}`;
const eventBlock = 'event = { categories = ["code deployment"] }';
const thresholdBlock = (level = "crit", reset = 80) =>
  `threshold = { alert_level = "${level}", metric = "os.cpu.user_us", trigger = 90, duration = 1, reset = ${String(reset)} }`;

describeWithTerraform("an invalid configuration", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  async function refused(hcl: string, environment = world.environment): Promise<string> {
    world.configure(hcl);
    const run = await world.run(["apply", "-auto-approve", "-input=false"], environment);
    expect(run.code).toBe(1);
    expect(world.writes()).toEqual([]);
    expect(run.text).not.toContain(world.service.token);
    return run.text;
  }

  it("with an unknown destination name is refused, with the attribute and similar names", async () => {
    const text = await refused(`${provider}
${eventAlert("deploys", `${eventBlock}\ndestinations = ["On-call Pagerduty!"]`)}`);
    expect(text).toContain('There is no destination named "On-call Pagerduty!"');
    expect(text).toContain('Did you mean "On-call PagerDuty"?');
    expect(text).toContain("with dbmon_alert.it");
  });

  it.each([
    ["destinations = [99]", "destinations"],
    ["hosts = [4711]", "hosts"],
  ])(
    "with an ID that does not exist (%s) is refused at plan, with the alert and the attribute",
    async (setting, field) => {
      const text = await refused(provider + eventAlert("deploys", `${eventBlock}\n${setting}`));
      expect(text).toContain('"deploys"');
      expect(text).toContain(field);
      expect(text).toContain("with dbmon_alert.it");
    },
  );

  it.each([
    [
      "a wrong token",
      { DBMON_API_TOKEN: "not-the-token-at-all" },
      /Error: GET \/api\/v2\/config\/alerts failed with status 401: the token is not valid/g,
    ],
    [
      "no service at its base URL",
      { DBMON_BASE_URL: "http://127.0.0.1:1" },
      /Error: GET \/api\/v2\/config\/alerts failed: cannot connect to/g,
    ],
  ])(
    "with %s causes one error at plan, at the block of the provider, after one call",
    async (_, wrong, message) => {
      world.configure(`provider "dbmon" { max_retries = 0 }
data "dbmon_destinations" "all" {}
data "dbmon_hosts" "all" {}
data "dbmon_alert_policies" "all" {}
resource "dbmon_alert" "many" {
  count  = 3
  name   = "alert \${count.index}"
  policy = 1
  ${eventBlock}
}`);
      const { code, text } = await world.run(["plan"], { ...world.environment, ...wrong });
      expect(code).toBe(1);
      expect(text.match(/Error: /g)).toHaveLength(1);
      expect(text.match(message)).toHaveLength(1);
      expect(text).toMatch(/on main\.tf line \d+, in provider "dbmon"/);
      expect(text).not.toContain("not-the-token-at-all");
      expect(world.service.requests.list()).toHaveLength("DBMON_API_TOKEN" in wrong ? 1 : 0);
    },
  );

  it("with a certificate that is not trusted names it, and the variable that trusts it", async () => {
    const { keyPem: key, certificatePem: cert } = selfSignedCertificate(new Date());
    const server = createTlsServer({ key, cert }, (_, response) => response.end("{}"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const { port } = server.address() as AddressInfo;
      world.configure(`provider "dbmon" { max_retries = 0 }\ndata "dbmon_hosts" "all" {}`);
      const { code, text } = await world.run(["plan"], {
        ...world.environment,
        DBMON_BASE_URL: `https://localhost:${String(port)}`,
      });
      expect(code).toBe(1);
      expect(text).toContain(
        "The TLS certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the PEM file of its authority.",
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("with a wrong token is refused at apply, and the error does not contain the token", async () => {
    const text = await refused(provider + eventAlert("deploys", eventBlock), {
      ...world.environment,
      DBMON_API_TOKEN: "not-the-token-at-all",
    });
    expect(text).toContain("the token is not valid");
    expect(text).not.toContain("not-the-token-at-all");
  });

  it.each(["apply", "destroy"])("with a wrong token causes one error at %s", async (command) => {
    world.configure(
      `${provider}data "dbmon_hosts" "all" {}\nresource "dbmon_alert" "many" {\n  count = 3\n  name = "alert \${count.index}"\n  policy = 1\n  ${eventBlock}\n}`,
    );
    if (command === "destroy") await world.apply();
    const { code, text } = await world.run([command, "-auto-approve"], {
      ...world.environment,
      DBMON_API_TOKEN: "not-the-token-at-all",
    });
    expect(code).toBe(1);
    expect(text.match(/the token is not valid/g)).toHaveLength(1);
    expect(text.match(/Error: /g)).toHaveLength(1);
    expect(text).not.toContain("not-the-token-at-all");
  });

  it("without base URL and token is refused with both problems", async () => {
    const text = await refused(provider + eventAlert("deploys", eventBlock), {});
    expect(text).toContain("base_url: No base URL is set");
    expect(text).toContain("api_token: No API token is set");
  });

  it("with http:// to another machine is refused", async () => {
    const text = await refused(
      `provider "dbmon" { base_url = "http://alerts.example.com" }\n${eventAlert("deploys", eventBlock)}`,
    );
    expect(text).toContain("base_url: The base URL uses plain http:// to alerts.example.com");
  });

  it("with a base URL that DBMON_ALLOWED_HOSTS does not allow sends nothing", async () => {
    const text = await refused(provider + eventAlert("deploys", eventBlock), {
      ...world.environment,
      DBMON_ALLOWED_HOSTS: "app.example.com",
    });
    expect(text).toContain("base_url: DBMON_ALLOWED_HOSTS does not allow the host 127.0.0.1");
    expect(world.service.requests.list()).toEqual([]);
  });

  it.each([
    ["neither", "", "has neither event nor threshold"],
    ["both", `${eventBlock}\n${thresholdBlock()}`, "has both event and threshold"],
  ])("with %s of event and threshold is refused, with the alert", async (_, blocks, problem) => {
    const text = await refused(provider + eventAlert("deploys", blocks));
    expect(text).toContain(`"deploys": The alert ${problem}`);
  });

  it.each([
    ["name = null", "Missing value", "name"],
    ["policy = null", "Missing value", "policy"],
    ["event = { categories = null }", "Missing value", "event.categories"],
    ['written_at = "now"', "The provider sets this attribute. Remove it.", "written_at"],
    ['id = "5"', "The provider sets this attribute. Remove it.", "id"],
  ])("with %s is refused before any request", async (setting, problem, field) => {
    const name = setting.split(" ")[0] ?? "";
    const settings = { name: 'name = "deploys"', policy: "policy = 1", event: eventBlock, [name]: setting };
    const text = await refused(
      `${provider}resource "dbmon_alert" "it" {\n${Object.values(settings).join("\n")}\n}`,
    );
    expect(text).toContain(problem);
    expect(text).toContain(field);
    expect(world.service.requests.list()).toEqual([]);
  });

  it("with an unknown level is refused, with the attribute and the level", async () => {
    const text = await refused(provider + eventAlert("cpu", thresholdBlock("critical")));
    expect(text).toContain('"critical" is not a level');
    expect(text).toContain("threshold.alert_level");
  });

  it("with spaces around a name causes a warning", async () => {
    world.configure(provider + eventAlert(" deploys", eventBlock));
    const run = await world.run(["apply", "-auto-approve", "-input=false"]);
    expect(run.code).toBe(0);
    expect(run.text).toContain('" deploys": name has hidden characters, or spaces or quotes around it');
    expect(run.text).toContain('Did you mean "deploys"?');
  });

  it("with a reset above the trigger causes a warning", async () => {
    world.configure(provider + eventAlert("cpu", thresholdBlock("crit", 95)));
    const run = await world.plan();
    expect(run.code).toBe(2);
    expect(run.text).toContain('"cpu": The reset value (95) is above the trigger value (90)');
  });

  it("with names that are probably misspelled causes warnings", async () => {
    const categories = 'event = { categories = ["Databse Server Restart", "deploy"] }';
    world.configure(provider + eventAlert("restarts", `${categories}\nhost_types = ["mysq"]`));
    const run = await world.plan();
    expect(run.code).toBe(2);
    expect(run.text).toContain('"restarts": "mysq" is probably not a database type of the service');
    expect(run.text).toContain('Did you mean "Database Server Restart"?');
  });

  it("does not expose settings of destinations in the state or a trace log", async () => {
    world.configure(`${provider}
data "dbmon_destinations" "all" {}
${eventAlert("deploys", `${eventBlock}\ndestinations = ["On-call PagerDuty"]`)}`);
    const log = world.folder.file("trace.log");
    const run = await world.run(["apply", "-auto-approve"], {
      ...world.environment,
      TF_LOG: "trace",
      TF_LOG_PATH: log,
    });
    expect(run.code).toBe(0);
    const written = world.folder.stateText() + world.folder.read("trace.log") + run.text;
    expect(written).toContain("On-call PagerDuty");
    expect(written).not.toContain("made-up-pagerduty-key");
    expect(written).not.toContain(world.service.token);
  });
});

describeWithTerraform("a base URL of another website", () => {
  let website: Server;
  let world: DbmonTerraform;
  beforeEach(async () => {
    website = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Sign in</title>");
    });
    await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
    await new Promise((resolve) => website.close(resolve));
  });

  it("causes one error about the base URL", async () => {
    world.configure(provider + eventAlert("deploys", eventBlock));
    const { port } = website.address() as AddressInfo;
    const run = await world.run(["apply", "-auto-approve"], {
      DBMON_BASE_URL: `http://127.0.0.1:${String(port)}`,
      DBMON_API_TOKEN: "any",
    });
    expect(run.code).toBe(1);
    expect(run.text.match(/Error: /g)).toHaveLength(1);
    expect(run.text).toContain("the response is an HTML page, not JSON");
    expect(run.text).toContain("Check that the base URL is the address of the service");
  });
});

describeWithTerraform("a machine without Node 20", () => {
  const sentence = "The dbmon provider requires Node 20 or later, but";
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    world.configure(`${provider}data "dbmon_hosts" "all" {}`);
    mkdirSync(world.folder.file("bin"));
    symlinkSync(findOnPath("terraform", process.env) ?? "", world.folder.file("bin/terraform"));
  });
  afterEach(async () => {
    await world.stop();
  });

  it("is named by terraform if there is no node", async () => {
    const { text } = await world.folder.run(["plan"], { PATH: world.folder.file("bin") });
    expect(text).toContain(`${sentence} node is not on the PATH: install it from https://nodejs.org.`);
  });

  it("is named by terraform if node is older", async () => {
    world.folder.write("old.cjs", 'Object.defineProperty(process.versions, "node", { value: "18.20.8" });');
    const oldNode = `#!/bin/sh\nexec '${process.execPath}' -r '${world.folder.file("old.cjs")}' "$@"\n`;
    world.folder.write("bin/node", oldNode);
    chmodSync(world.folder.file("bin/node"), 0o755);
    const { text } = await world.folder.run(["plan"], { PATH: world.folder.file("bin") });
    expect(text).toContain(`${sentence} this is Node 18.20.8: install it from https://nodejs.org.`);
  });
});
