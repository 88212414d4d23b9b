/** Logs the waits of a run, because Terraform shows no progress of a plan. */
import { type ProgressEvent, type ProgressListener } from "../engine";
import { type Log } from "../tfplugin";

export function logProgress(log: Log): ProgressListener {
  return (event) => {
    const message = messageOf(event);
    if (message !== undefined && "name" in event) log.info(message, { name: event.name });
  };
}

/** Undefined for progress that Terraform itself shows. */
function messageOf({ type }: ProgressEvent): string | undefined {
  return type === "looking-for-alert" ? "waiting until the list shows whether the alert exists" : undefined;
}
