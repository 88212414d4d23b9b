/** A stack deployed against the service on localhost, with the real terraform: what a test of your own alerts can look at. */
import { type TerraformStack } from "cdktf";
import * as z from "zod";
import { type EmulatorOptions, ServiceEmulator } from "../emulator";
import { type PlannedChanges, readPlannedChanges } from "./planned-changes";
import { synthesized } from "./synthesized";
import { TerraformWorkspace } from "./terraform";

export interface EmulatedEnvironmentOptions extends EmulatorOptions {
  /** How long a `Propagation` waits, as Terraform writes durations. Default: "100ms", where the stack says nothing. */
  readonly propagationWindow?: string;
}

/** An alert as the service lists it. */
export interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
  readonly policy: number;
  readonly disabled: number;
  readonly destinations: readonly number[];
}

const configuration = z.looseObject({
  provider: z.looseObject({ dbmon: z.array(z.looseObject({})).optional() }).optional(),
  terraform: z.looseObject({ backend: z.unknown().optional() }).optional(),
});

export class EmulatedEnvironment {
  /** Starts the service with the demo environment, unless another seed is given. */
  static async start(options: EmulatedEnvironmentOptions = {}): Promise<EmulatedEnvironment> {
    const { propagationWindow = "100ms", ...emulator } = options;
    return new EmulatedEnvironment(await ServiceEmulator.start(emulator), propagationWindow);
  }

  readonly #terraform: TerraformWorkspace;

  private constructor(
    /** The service itself: its clock, its requests, faults to add. */
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
   * Applies the stack. What an earlier stack of this environment defined and this one does not is destroyed, as in CI.
   * @throws Error with all that terraform printed, or with every complaint where the stack is not valid
   */
  async deploy(stack: TerraformStack): Promise<void> {
    this.#configure(stack);
    await this.#terraform.run("apply", "-auto-approve", "-input=false", "-no-color");
  }

  /** What a deployment of the stack would change now; see the matcher `toMatchPlan`. */
  async plan(stack: TerraformStack): Promise<PlannedChanges> {
    this.#configure(stack);
    const text = await this.#terraform.run("plan", "-out=plan", "-input=false", "-no-color");
    return readPlannedChanges(await this.#terraform.run("show", "-json", "plan"), text);
  }

  /** The alerts of the service, those made by hand among them. */
  async alerts(): Promise<LiveAlert[]> {
    // The form of the specification's "List alerts".
    return ((await this.call("GET", "/config/alerts")) as { data: LiveAlert[] }).data;
  }

  /** A call of the service as somebody else would make it. @param path below `/api/v2` @throws Error where it is refused */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const { url, token } = this.service;
    const answer = await fetch(`${url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Ends the service and removes what terraform has kept. */
  async stop(): Promise<void> {
    this.#terraform.remove();
    await this.service.stop();
  }

  #configure(stack: TerraformStack): void {
    const { terraform, provider, ...rest } = configuration.parse(JSON.parse(synthesized(stack)));
    // The state is this environment's own.
    const { backend: _, ...settings } = terraform ?? {};
    const dbmon = provider?.dbmon?.map((one) => ({ propagation_window: this.propagationWindow, ...one }));
    this.#terraform.configure(
      JSON.stringify({ ...rest, terraform: settings, provider: { ...provider, ...(dbmon && { dbmon }) } }),
    );
  }
}
