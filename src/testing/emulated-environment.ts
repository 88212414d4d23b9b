/** Deploys a stack to the emulator of the service with Terraform. */
import { type IConstruct } from "constructs";
import * as z from "zod";
import { type EmulatorOptions, ServiceEmulator } from "../emulator";
import { synthesizeStack } from "./defined-alerts";
import { type PlannedChanges, readPlannedChanges } from "./planned-changes";
import { TerraformWorkspace } from "./terraform-workspace";

/** The options of the emulator, and the propagation window of the provider. */
export interface EmulatedEnvironmentOptions extends EmulatorOptions {
  /** How long a `Propagation` waits, unless the stack sets it, as a Terraform duration such as "1m30s". Default: "100ms". */
  readonly propagationWindow?: string;
}

/** An alert in the response of `GET /api/v2/config/alerts`. Specification: "Alert". */
export interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
  readonly policy: number;
  /** 0: active, 1: disabled. */
  readonly disabled: number;
  readonly destinations: readonly number[];
}

const alertList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.number(),
      name: z.string(),
      annotations: z.string(),
      policy: z.number(),
      disabled: z.number(),
      destinations: z.array(z.number()),
    }),
  ),
});

const configuration = z.looseObject({
  provider: z.looseObject({ dbmon: z.array(z.looseObject({})).optional() }).optional(),
  terraform: z.looseObject({ backend: z.unknown().optional() }).optional(),
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
  async alerts(): Promise<LiveAlert[]> {
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
