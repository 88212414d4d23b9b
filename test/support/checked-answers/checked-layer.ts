/** The emulator's outermost layer, with a look at each answer as it goes out, and at the log for faults. */
import { type ServerResponse } from "node:http";
import { type logAndFault } from "../../../src/emulator/http/middleware";
import { type Outcome, type RequestLog } from "../../../src/emulator/request-log";
import { payloadQueryHeader } from "../../../src/service";
import { type Answer, AnswerCheck } from "./answer-check";
import { watchAnswer } from "./seen-answer";

type Layer = typeof logAndFault;

export function checkedLayer(layer: Layer, complaints: string[]): Layer {
  let check: AnswerCheck | undefined;
  const complaintAbout = (answer: Answer): string | undefined => {
    try {
      // Made for the first answer, and its validators as they are needed: few files see all kinds of answers.
      check ??= new AnswerCheck();
      return check.complaint(answer);
    } catch (error) {
      // Thrown from here it would change the answer that it is about.
      return `${answer.method} ${answer.path} cannot be checked: ${String(error)}`;
    }
  };
  return (parts) => (context, next) => {
    const { req: request, env } = context;
    let outcome: Outcome | undefined;
    watchAnswer(env.outgoing, (sent) => {
      if (outcome?.fault !== undefined || !isHeard(env.outgoing)) return;
      const { method, path } = request;
      const isPayloadRead = method === "POST" && request.header(payloadQueryHeader) === "1";
      const complaint = complaintAbout({ ...sent, method, path, isPayloadRead });
      if (complaint !== undefined) complaints.push(complaint);
    });
    const requests = withAdd(parts.requests, (...request) => (outcome = parts.requests.add(...request)));
    return layer({ ...parts, requests })(context, next);
  };
}

/** Whether somebody gets the answer: a request that breaks off within its body has been answered by the server itself. */
function isHeard({ socket }: ServerResponse): boolean {
  return socket?.writable === true;
}

/** The log of one request: only so can it be known which entry of the log is of which answer. */
function withAdd(log: RequestLog, add: RequestLog["add"]): RequestLog {
  return new Proxy(log, {
    get: (target, name): unknown => (name === "add" ? add : Reflect.get(target, name)),
  });
}
