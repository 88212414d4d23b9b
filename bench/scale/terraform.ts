/** Terraform folders whose state already contains many alerts. An apply of so many takes minutes, so one resource is copied. */
import { TerraformFolder } from "../../test/support/terraform";
import { addressOf, baselineStackOf, nameOf, stackOf } from "../deploy/alerts";
import { dbmonProvider, startService } from "../deploy/service";

interface State {
  readonly serial: number;
  readonly resources: readonly { readonly name: string; readonly instances: readonly Instance[] }[];
}

interface Instance {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The provider's private data, in base64. */
  readonly private?: string;
}

export type CreateFolder = (count: number) => Promise<TerraformFolder>;

/** With `dbmon_alert` resources. */
export const withAlerts: CreateFolder = (count) => createFolder(stackOf, count, alertInstance);

function alertInstance({ attributes, private: data = "", ...rest }: Instance, index: number): Instance {
  const id = index + 1;
  // An apply stores the ids of up to 32 alerts that it created, which the provider then prefetches.
  const firstSibling = index - (index % 32) + 1;
  const siblings = `${firstSibling}-${firstSibling + 31}`;
  // The provider wrote an object with these members.
  const stored = JSON.parse(Buffer.from(data, "base64").toString()) as object;
  const threshold = { ...(attributes["threshold"] as object), trigger: index };
  return {
    ...rest,
    attributes: { ...attributes, id: String(id), name: nameOf(index), threshold },
    private: Buffer.from(JSON.stringify({ ...stored, id, owner: `owner-${index}`, siblings })).toString(
      "base64",
    ),
  };
}

/** With the same number of `terraform_data` resources, to measure terraform alone. */
export const withBaseline: CreateFolder = (count) => createFolder(baselineStackOf, count, baselineInstance);

function baselineInstance({ attributes, ...rest }: Instance, index: number): Instance {
  const text = JSON.stringify({ input: attributes["input"], output: attributes["output"] });
  const replaced = text.replaceAll(nameOf(0), nameOf(index)).replaceAll('"trigger":0', `"trigger":${index}`);
  return {
    ...rest,
    attributes: { ...attributes, ...(JSON.parse(replaced) as object), id: `baseline-${index}` },
  };
}

async function createFolder(
  stack: (count: number) => string,
  count: number,
  instanceOf: (first: Instance, index: number) => Instance,
): Promise<TerraformFolder> {
  const folder = new TerraformFolder({ source: "dbmon/dbmon", folder: dbmonProvider });
  const service = await startService();
  try {
    folder.write("main.tf.json", stack(1));
    const { code, text } = await folder.run(["apply", "-auto-approve", "-input=false"], service.environment);
    if (code !== 0) throw new Error(`terraform apply failed: ${text}`);
  } finally {
    await service.stop();
  }
  const state = JSON.parse(folder.stateText()) as State;
  const [resource] = state.resources;
  const [first] = resource?.instances ?? [];
  if (first === undefined) throw new Error("The state has no resource.");
  const resources = Array.from({ length: count }, (_, index) => ({
    ...resource,
    name: addressOf(index),
    instances: [instanceOf(first, index)],
  }));
  folder.write("terraform.tfstate", JSON.stringify({ ...state, serial: state.serial + 1, resources }));
  folder.write("main.tf.json", stack(count));
  return folder;
}
