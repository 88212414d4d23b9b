/**
 * The contract between copies of the package (src/constructs/contract.ts): an alert that has nothing but the symbol and the
 * generated resource is enough for every construct. test/package/two-copies.long.test.ts tests two real copies.
 */
import { Aspects } from "cdktf";
import { Construct } from "constructs";
import { Alert, AlertConfig, DisableAll, NamePrefix, Propagation } from "../../src";
import { Alert as GeneratedAlert } from "../../src/constructs/generated/alert";
import { stackIn, synthesize, validationErrorsOf } from "../support/synthesize-app";

class AlertOfAnotherCopy extends Construct {
  readonly resource = new GeneratedAlert(this, "Default", {
    name: this.node.id,
    policy: "1",
    event: { categories: ["code deployment"] },
  });

  constructor(scope: Construct, id: string) {
    super(scope, id);
    Object.defineProperty(this, Symbol.for("dbmon-iac.Alert"), { value: true });
  }
}

it("aspects and waits apply to an alert of another copy", () => {
  const { resource } = synthesize((stack) => {
    new AlertOfAnotherCopy(stack, "a");
    new Propagation(stack, "effective");
    for (const aspect of [new NamePrefix("shop/"), new DisableAll()]) Aspects.of(stack).add(aspect);
  });
  expect(resource).toMatchObject({
    dbmon_alert: {
      a: { name: "shop/a", policy: "1", disabled: true },
    },
    dbmon_propagation: { effective: { after: ["${dbmon_alert.a.written_at}"] } },
  });
});

it("the name of an alert of another copy is compared with the names of this copy", () => {
  const errors = validationErrorsOf((app) => {
    const stack = stackIn(app, "alerts");
    new AlertOfAnotherCopy(stack, "same");
    const config = AlertConfig.event({ categories: ["code deployment"] });
    new Alert(stack, "a", { name: "same", policy: 1, config });
  });
  expect(errors).toEqual([expect.stringContaining('Duplicate alert name "same": alerts/same, alerts/a.')]);
});

it("defaults that another copy has set on a scope apply to an alert of this copy", () => {
  const { resource } = synthesize((stack) => {
    Object.defineProperty(stack, Symbol.for("dbmon-iac.AlertDefaults"), { value: { policy: 2 } });
    new Alert(stack, "a", { name: "a", config: AlertConfig.event({ categories: ["code deployment"] }) });
  });
  expect(resource).toMatchObject({ dbmon_alert: { a: { policy: "2" } } });
});
