/** What a user gets wrong, through the real terraform: a clear error that names alert and field, and nothing written. */
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
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

describeWithTerraform("what is wrong is told before anything is written", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  async function refused(hcl: string, environment = world.environment): Promise<string> {
    world.configure(hcl);
    const run = await world.run(["apply", "-auto-approve", "-input=false"], environment);
    expect(run.code).toBe(1);
    expect(world.writes()).toEqual([]);
    expect(run.text).not.toContain(world.service.token);
    return run.text;
  }

  it("an unknown destination name names the field, and near names", async () => {
    const text = await refused(`${provider}
data "dbmon_destination" "pager" { name = "On-call Pagerduty!" }
${eventAlert("deploys", `${eventBlock}\ndestinations = [data.dbmon_destination.pager.id]`)}`);
    expect(text).toContain('There is no destination named "On-call Pagerduty!"');
    expect(text).toContain('Did you mean "On-call PagerDuty"?');
    expect(text).toContain("with data.dbmon_destination.pager");
  });

  it.each([
    ["destinations = [99]", "destinations"],
    ["hosts = [4711]", "hosts"],
  ])("an id that does not exist (%s) names alert and field at plan", async (setting, field) => {
    const text = await refused(provider + eventAlert("deploys", `${eventBlock}\n${setting}`));
    expect(text).toContain('"deploys"');
    expect(text).toContain(field);
    expect(text).toContain("with dbmon_alert.it");
  });

  it("a wrong token is told without showing it", async () => {
    const text = await refused(provider + eventAlert("deploys", eventBlock), {
      ...world.environment,
      DBMON_API_TOKEN: "not-the-token-at-all",
    });
    expect(text).toContain("the token is not valid");
    expect(text).toContain('"deploys"');
    expect(text).not.toContain("not-the-token-at-all");
  });

  it("no base URL and no token are told together", async () => {
    const text = await refused(provider + eventAlert("deploys", eventBlock), {});
    expect(text).toContain("base_url: No base URL is set");
    expect(text).toContain("api_token: No API token is set");
  });

  it("http:// to another machine is refused", async () => {
    const text = await refused(
      `provider "dbmon" { base_url = "http://alerts.example.com" }\n${eventAlert("deploys", eventBlock)}`,
    );
    expect(text).toContain("base_url: The base URL uses plain http:// to alerts.example.com");
  });

  it.each([
    ["neither", "", "has neither event nor threshold"],
    ["both", `${eventBlock}\n${thresholdBlock()}`, "has both event and threshold"],
  ])("%s of event and threshold names the alert", async (_, blocks, complaint) => {
    const text = await refused(provider + eventAlert("deploys", blocks));
    expect(text).toContain(`"deploys": The alert ${complaint}`);
  });

  it.each([
    ["name = null", "Missing value", "name"],
    ["policy = null", "Missing value", "policy"],
    ["event = { categories = null }", "Missing value", "event.categories"],
    ['written_at = "now"', "The provider sets this attribute. Remove it.", "written_at"],
    ['id = "5"', "The provider sets this attribute. Remove it.", "id"],
  ])("%s is refused before anything is asked of the service", async (setting, complaint, field) => {
    const name = setting.split(" ")[0] ?? "";
    const settings = { name: 'name = "deploys"', policy: "policy = 1", event: eventBlock, [name]: setting };
    const text = await refused(
      `${provider}resource "dbmon_alert" "it" {\n${Object.values(settings).join("\n")}\n}`,
    );
    expect(text).toContain(complaint);
    expect(text).toContain(field);
    expect(world.service.requests.list()).toEqual([]);
  });

  it("an unknown level names the field and what there is", async () => {
    const text = await refused(provider + eventAlert("cpu", thresholdBlock("critical")));
    expect(text).toContain('"critical" is not a level');
    expect(text).toContain("threshold.alert_level");
  });

  it("a reset above the trigger is a warning", async () => {
    world.configure(provider + eventAlert("cpu", thresholdBlock("crit", 95)));
    const run = await world.plan();
    expect(run.code).toBe(2);
    expect(run.text).toContain('"cpu": reset (95) is above trigger (90)');
  });

  it("settings of destinations are neither in the state nor in a trace log", async () => {
    world.configure(`${provider}
data "dbmon_destination" "pager" { name = "On-call PagerDuty" }
${eventAlert("deploys", `${eventBlock}\ndestinations = [data.dbmon_destination.pager.id]`)}`);
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

describeWithTerraform("a service that is none", () => {
  let page: Server;
  let world: DbmonTerraform;
  beforeEach(async () => {
    page = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Sign in</title>");
    });
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
    await new Promise((resolve) => page.close(resolve));
  });

  it("an answer in HTML names the alert, and what to look at", async () => {
    world.configure(provider + eventAlert("deploys", eventBlock));
    const { port } = page.address() as AddressInfo;
    const run = await world.run(["apply", "-auto-approve"], {
      DBMON_BASE_URL: `http://127.0.0.1:${String(port)}`,
      DBMON_API_TOKEN: "any",
    });
    expect(run.code).toBe(1);
    expect(run.text).toContain('"deploys"');
    expect(run.text).toContain("the response is an HTML page, not JSON");
    expect(run.text).toContain("Check that the base URL is the address of the service");
  });
});
