/** Actions: in an `action_trigger`, and by `terraform apply -invoke`. */
import { DbmonTerraform, describeSince } from "../../support/dbmon-terraform";
import { provider } from "../alert-stories";

describeSince({ terraform: "1.14" }, "an action", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  /** Only an agent can create events. */
  const apply = (...args: string[]) =>
    world.run(["apply", "-auto-approve", "-input=false", ...args], {
      ...world.environment,
      DBMON_AGENT_TOKEN: world.service.agentToken,
    });
  const event = (more = "") => `
    action "dbmon_event" "deployed" {
      config {
        type    = "code deployment"
        message = "shop-api 2.14.0"
        ${more}
      }
    }
  `;
  const created = () => world.writes().filter(({ path }) => path.endsWith("/events"));

  it("dbmon_event creates one event for each invocation", async () => {
    world.configure(provider + event());
    const run = await apply("-invoke=action.dbmon_event.deployed");
    expect(run.stdout).toContain('Created the event "code deployment"');
    expect(created()).toHaveLength(1);
    expect((await apply()).code).toBe(0);
    expect(created()).toHaveLength(1);
    await apply("-invoke=action.dbmon_event.deployed");
    expect(created()).toHaveLength(2);
  });

  it("dbmon_event runs when a trigger fires, and only then", async () => {
    world.configure(`${provider}${event()}
      resource "terraform_data" "release" {
        input = "1"
        lifecycle {
          action_trigger {
            events  = [after_create, after_update]
            actions = [action.dbmon_event.deployed]
          }
        }
      }`);
    expect((await apply()).code).toBe(0);
    expect(created()).toHaveLength(1);
    expect((await world.plan()).code).toBe(0);
    expect((await apply()).code).toBe(0);
    expect(created()).toHaveLength(1);
  });

  it("dbmon_event with an unknown host or an invalid level fails in the plan", async () => {
    for (const [more, message] of [
      ["host = 4711", "4711"],
      ['level = "crt"', '"crt" is not a level.'],
    ] as const) {
      world.configure(provider + event(more));
      const run = await apply("-invoke=action.dbmon_event.deployed");
      expect(run.code).toBe(1);
      expect(run.stderr).toContain(message);
    }
    expect(created()).toEqual([]);
  });

  it("dbmon_wait_propagation waits for the changes of the run, and reports its progress", async () => {
    world.configure(`provider "dbmon" {
        propagation_window = "2s"
      }
      action "dbmon_wait_propagation" "alerts" {}
      resource "dbmon_alert" "a" {
        name   = "a"
        policy = 1
        event  = { categories = ["x"] }
        lifecycle {
          action_trigger {
            events  = [after_create]
            actions = [action.dbmon_wait_propagation.alerts]
          }
        }
      }`);
    const { stdout } = await world.apply();
    expect(stdout).toMatch(/Waiting [12] s for changes to take effect\./);
    expect(stdout).toContain("All changes have taken effect.");
  });
});
