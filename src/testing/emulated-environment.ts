/** Deploys a stack to the emulator of the service with Terraform. */
import { type IConstruct } from "constructs";
import * as z from "zod";
import { type EmulatorOptions, ServiceEmulator } from "../emulator";
import { alertWire } from "../service";
import { synthesizeStack } from "./defined-alerts";
import { TerraformWorkspace } from "./terraform-workspace";

/** The options of the emulator, and the propagation window of the provider. */
export interface EmulatedEnvironmentOptions extends EmulatorOptions {
  /** How long a `Propagation` waits, unless the stack sets it, as a Terraform duration such as "1m30s". Default: "100ms". */
  readonly propagationWindow?: string;
}

/** An alert in the response of `GET /api/v2/config/alerts`. Specification: "Alert". */
export interface EmulatedAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
  readonly policy: number;
  /** 0: active, 1: disabled. */
  readonly disabled: number;
  readonly destinations: readonly number[];
}

const alertList = z.object({ data: z.array(alertWire) });

const configuration = z.looseObject({
  provider: z.looseObject({ dbmon: z.array(z.looseObject({})).optional() }).optional(),
  terraform: z.looseObject({ backend: z.unknown().optional() }).optional(),
});

/**
 * The changes of a Terraform plan: alerts by name, other resources by address. `EmulatedEnvironment.plan` returns it.
 * @example
 * const { create, text } = await environment.plan(stack);
 * expect(create).toEqual(["Deploy"]);
 * expect(text).toContain("1 to add");
 */
export interface PlannedChanges {
  readonly create: readonly string[];
  /** Deleted and created again. */
  readonly replace: readonly string[];
  /** The attributes to update of each alert, named as those of the resource `dbmon_alert`. */
  readonly update: Readonly<Record<string, readonly string[]>>;
  readonly delete: readonly string[];
  /** The plan as Terraform prints it. */
  readonly text: string;
}

const values = z.looseObject({ name: z.string().nullish() }).nullable();

// The JSON output format of `terraform show -json` for a plan.
const planOutput = z.looseObject({
  resource_changes: z
    .array(
      z.looseObject({
        address: z.string(),
        mode: z.string(),
        type: z.string(),
        change: z.looseObject({ actions: z.array(z.string()), before: values, after: values }),
      }),
    )
    .default([]),
});

/**
 * An environment of the emulated service, with its own Terraform state. Requires `terraform` on the PATH, or another command in
 * TERRAFORM_BINARY_NAME, such as `tofu`. No network or account is used.
 * @example
 * const environment = await EmulatedEnvironment.start();
 * try {
 *   await environment.deploy(stack);
 *   expect(await environment.plan(stack)).toMatchPlan({});
 * } finally {
 *   await environment.stop();
 * }
 */
export class EmulatedEnvironment {
  /**
   * Starts the service on a free port of localhost, with the demo environment unless `seed` is given.
   * @example
   * const environment = await EmulatedEnvironment.start({ propagationWindow: "1s" });
   */
  static async start(options: EmulatedEnvironmentOptions = {}): Promise<EmulatedEnvironment> {
    const { propagationWindow = "100ms", ...emulator } = options;
    return new EmulatedEnvironment(await ServiceEmulator.start(emulator), propagationWindow);
  }

  readonly #terraform: TerraformWorkspace;

  private constructor(
    /** The emulator: its clock, the requests it received, and faults to inject. */
    readonly service: ServiceEmulator,
    private readonly propagationWindow: string,
  ) {
    const { url, token, agentToken } = service;
    this.#terraform = new TerraformWorkspace({
      DBMON_BASE_URL: url,
      DBMON_API_TOKEN: token,
      DBMON_AGENT_TOKEN: agentToken,
    });
  }

  /**
   * Applies the stack of cdktn or cdktf. Deletes alerts of earlier deployments that the stack does not define, as in CI.
   * @throws Error with the output of Terraform, or with all validation errors of the stack
   * @example
   * await environment.deploy(stack);
   * expect(await environment.alerts()).toContainEqual(expect.objectContaining({ name: "Deploy" }));
   */
  async deploy(stack: IConstruct): Promise<void> {
    this.#configure(stack);
    await this.#terraform.run("apply", "-auto-approve", "-input=false", "-no-color");
  }

  /**
   * The changes that a deployment of the stack would make now.
   * @throws Error with the output of Terraform, or with all validation errors of the stack
   * @example
   * expect(await environment.plan(stack)).toMatchPlan({ create: ["Deploy"] });
   */
  async plan(stack: IConstruct): Promise<PlannedChanges> {
    this.#configure(stack);
    const text = await this.#terraform.run("plan", "-out=plan", "-input=false", "-no-color");
    return readPlannedChanges(await this.#terraform.run("show", "-json", "plan"), text);
  }

  /**
   * All live alerts, including those that the stack does not define.
   * @example
   * const disabled = (await environment.alerts()).filter((alert) => alert.disabled === 1);
   */
  async alerts(): Promise<EmulatedAlert[]> {
    return alertList.parse(await this.call("GET", "/config/alerts")).data;
  }

  /**
   * Sends a request to the service, for example to simulate a manual change. Returns the JSON of the response.
   * @param path below `/api/v2`
   * @throws Error if the status is not 2xx, with the body of the response
   * @example
   * const [alert] = await environment.alerts();
   * await environment.call("PUT", `/config/alerts/${String(alert?.id)}`, { ...alert, disabled: 1 });
   */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const { url, token } = this.service;
    const response = await fetch(`${url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /**
   * Stops the service and deletes the Terraform state.
   * @example
   * afterEach(() => environment.stop());
   */
  async stop(): Promise<void> {
    this.#terraform.remove();
    await this.service.stop();
  }

  #configure(stack: IConstruct): void {
    const { terraform, provider, ...rest } = configuration.parse(JSON.parse(synthesizeStack(stack)));
    // Without its backend, the stack stores its state in the workspace.
    const { backend: _, ...settings } = terraform ?? {};
    const dbmon = provider?.dbmon?.map((block) => ({ propagation_window: this.propagationWindow, ...block }));
    this.#terraform.configure(
      JSON.stringify({ ...rest, terraform: settings, provider: { ...provider, ...(dbmon && { dbmon }) } }),
    );
  }
}

/** @param json the output of `terraform show -json` for the plan @param text the output of `terraform plan` */
function readPlannedChanges(json: string, text: string): PlannedChanges {
  const create: string[] = [];
  const replace: string[] = [];
  const update: Record<string, readonly string[]> = {};
  const deleted: string[] = [];
  for (const { address, mode, type, change } of planOutput.parse(JSON.parse(json)).resource_changes) {
    if (mode !== "managed") continue;
    const { actions, before, after } = change;
    const alertName = type === "dbmon_alert" ? (after?.name ?? before?.name) : undefined;
    const name = alertName ?? address;
    if (actions.length === 2) replace.push(name);
    else if (actions.includes("create")) create.push(name);
    else if (actions.includes("delete")) deleted.push(name);
    else if (actions.includes("update")) update[name] = changedAttributes(before ?? {}, after ?? {});
  }
  return { create, replace, update, delete: deleted, text };
}

/** Excludes attributes whose values are known only after the apply: they are not in `after`. */
function changedAttributes(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
