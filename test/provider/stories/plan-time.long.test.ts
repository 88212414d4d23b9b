/** A saved plan that is made within the propagation window and applied after it: staleness is judged at the time of the plan. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { alertBlocks, idsInState } from "../alert-stories";

describeWithTerraform("a plan within the propagation window, applied after it", () => {
  let world: DbmonTerraform;
  let saved: string;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    saved = world.folder.file("saved.plan");
  });
  afterEach(async () => {
    await world.stop();
  });

  const applySaved = () => world.run(["apply", "-input=false", saved]);

  it("destroys an alert that reads as before its last update", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    const [before] = await world.alerts();
    world.configure(alertBlocks({ a: { name: "a", policy: 2 } }));
    await world.apply();
    expect((await world.plan("-destroy", `-out=${saved}`)).code).toBe(2);
    // A read that stays stale for longer than one window.
    const answer = { status: 200, body: { data: [before] } };
    world.service.faults.add({ method: "GET", path: "*/alerts", answer });
    world.pass(61);
    expect(await applySaved()).toMatchObject({ code: 0 });
    expect(idsInState(world)).toEqual({});
  });
});
