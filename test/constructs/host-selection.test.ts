/** `hostTags`, patterns in `hosts`, and `allowNoHosts`: what reaches Terraform, and what synthesis refuses. */
import { TerraformVariable } from "cdktf";
import { Alert, AlertConfig, AlertDefaults, type HostFilters } from "../../src";
import { stackIn, synthesize, validationErrorsOf } from "../support/synthesize-app";

const props = (filters: HostFilters) => ({
  name: "Deploy",
  policy: 1,
  destinations: [1],
  config: AlertConfig.event({ categories: ["code deployment"], ...filters }),
});

const errorsOf = (filters: HostFilters) =>
  validationErrorsOf((app) => {
    new Alert(stackIn(app, "alerts"), "deploys", props(filters));
  });

it("passes the selection on, with its strings as written, and leaves disabled to the provider", () => {
  const { resource } = synthesize((stack) => {
    const hostTags = { role: "primary", "team ${x}": ["a", "${b}"] };
    const selection = { hosts: ["db-*.shop.example"], hostTags, allowNoHosts: true };
    new Alert(stack, "a", { ...props(selection), disabled: false });
  });
  expect(resource).toMatchObject({
    dbmon_alert: {
      a: {
        hosts: ["db-*.shop.example"],
        host_tags: { role: ["primary"], "team $${x}": ["a", "$${b}"] },
        allow_no_hosts: true,
      },
    },
  });
  expect(JSON.stringify(resource)).not.toContain("disabled");
});

it("has defaults of the scope, and accepts tokens", () => {
  const { resource } = synthesize((stack) => {
    const role = new TerraformVariable(stack, "role", { type: "string" });
    AlertDefaults.of(stack).set({ hostTags: { role: role.stringValue } });
    new Alert(stack, "a", props({}));
    new Alert(stack, "b", { ...props({ hostTags: { env: ["production"] } }), name: "Own" });
  });
  expect(resource).toMatchObject({
    dbmon_alert: { a: { host_tags: { role: ["${var.role}"] } }, b: { host_tags: { env: ["production"] } } },
  });
});

it.each<[HostFilters, string]>([
  [{ hostTags: {} }, "hostTags: host_tags must have keys with values."],
  [{ hostTags: { role: [] } }, "hostTags: host_tags must have keys with values."],
  [{ hostTags: new Map([["role", "primary"]]) as never }, "hostTags: host_tags must have keys with values."],
  [{ hostTags: "role:primary" as never }, "hostTags: Must be an object with strings or arrays of strings."],
  [{ hostTags: { role: 1 as never } }, "hostTags: Must be an object with strings or arrays of strings."],
  [{ hostTags: null as never }, "hostTags: Must be an object with strings or arrays of strings."],
  [{ hosts: ["db-1"], allowNoHosts: true }, "allowNoHosts: allow_no_hosts has no effect."],
  [{ hosts: ["*".repeat(300)] }, "hosts: A pattern is longer than 256 characters."],
])("refuses %j", (filters, message) => {
  expect(errorsOf(filters)).toEqual([expect.stringContaining(`[alerts/deploys] "Deploy": ${message}`)]);
});
