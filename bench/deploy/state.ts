/**
 * Terraform's states of many resources, made from the state of one that terraform applied: by itself it would take minutes to
 * write one of 5,000, because it writes the whole state after each resource.
 */
import { resolve } from "node:path";
import { TerraformFolder } from "../../test/support/terraform-folder";
import { addressOf, nameOf, ownStackOf, stackOf } from "./alerts";
import { type Service } from "./service";

interface State {
  readonly resources: readonly [{ readonly instances: readonly [Instance] }];
}

interface Instance {
  readonly attributes: Readonly<Record<string, unknown>>;
}

export class StateMaker {
  /** @param service holds no alert; one is created in it */
  static async make(service: Service): Promise<StateMaker> {
    return new StateMaker(await stateOfOne(stackOf(1), service), await stateOfOne(ownStackOf(1), service));
  }

  private constructor(
    private readonly alert: State,
    private readonly own: State,
  ) {}

  /** Of alerts whose ids are given in their order, from 1. */
  ofAlerts(count: number): string {
    return stateOf(this.alert, count, ({ threshold, ...attributes }, index) => ({
      ...attributes,
      id: String(index + 1),
      name: nameOf(index),
      threshold: { ...(threshold as object), trigger: index },
    }));
  }

  ofOwn(count: number): string {
    return stateOf(this.own, count, (attributes, index) => ({
      ...attributes,
      ...inputOf(attributes, index),
      id: `00000000-0000-0000-0000-${String(index).padStart(12, "0")}`,
    }));
  }
}

/** `input` and `output`, which the state holds with their type. */
function inputOf({ input }: Readonly<Record<string, unknown>>, index: number) {
  const { value, type } = input as { value: { threshold: object }; type: unknown };
  const threshold = { ...value.threshold, trigger: index };
  const own = { value: { ...value, name: nameOf(index), threshold }, type };
  return { input: own, output: own };
}

function stateOf(
  one: State,
  count: number,
  attributesOf: (attributes: Instance["attributes"], index: number) => Instance["attributes"],
): string {
  const [resource] = one.resources;
  const [instance] = resource.instances;
  const resources = Array.from({ length: count }, (_, index) => ({
    ...resource,
    name: addressOf(index),
    instances: [{ ...instance, attributes: attributesOf(instance.attributes, index) }],
  }));
  return JSON.stringify({ ...one, resources });
}

async function stateOfOne(stack: string, { environment }: Service): Promise<State> {
  const folder = new TerraformFolder({ source: "dbmon/dbmon", folder: resolve(__dirname, "../../dist") });
  try {
    folder.write("main.tf.json", stack);
    const { code, text } = await folder.run(["apply", "-auto-approve", "-input=false"], environment);
    if (code !== 0) throw new Error(`terraform apply failed: ${text}`);
    // The form that Terraform has written since version 0.12.
    return JSON.parse(folder.stateText()) as State;
  } finally {
    folder.remove();
  }
}
