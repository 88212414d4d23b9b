/** Asks once for the changes of several environments, when each has planned its changes or has ended. */
import { type Report } from "../report/report";
import { type Approval } from "./collector";

interface Waiting {
  readonly environment: string;
  readonly report: Report;
  readonly decide: (approval: Approval) => void;
}

/** @returns whether the user has approved the changes of these environments */
export type AskForAll = (plans: readonly Pick<Waiting, "environment" | "report">[]) => Promise<boolean>;

export class JointApproval {
  readonly #waiting: Waiting[] = [];

  /** @param running number of environments that neither wait nor have ended */
  constructor(
    private running: number,
    private readonly ask: AskForAll,
  ) {}

  /** Call when an environment has planned its changes. */
  approve(environment: string, report: Report): Promise<Approval> {
    const approval = new Promise<Approval>((decide) => this.#waiting.push({ environment, report, decide }));
    this.#finishOne();
    return approval;
  }

  /** Call when an environment ends without having asked. */
  skip(): void {
    this.#finishOne();
  }

  #finishOne(): void {
    this.running -= 1;
    if (this.running === 0 && this.#waiting.length > 0) void this.#decide();
  }

  async #decide(): Promise<void> {
    const isApproved = await this.ask(this.#waiting);
    for (const { decide } of this.#waiting) decide(isApproved ? "approved" : "not-confirmed");
  }
}
