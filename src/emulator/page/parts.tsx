/**
 * Small components. Text of the service is rendered as text nodes only, never as markup, and isolated so that its writing direction does
 * not affect its surroundings.
 */
import { environmentQuery, hostName, usePage } from "./state";
import { relativeTime, truncateText, zonedTime } from "./text";

export function Text({ of: text, class: className }: { of: string; class?: string }) {
  return <bdi class={className}>{truncateText(text)}</bdi>;
}

/** A state or a level, by a shape of page.html. */
export function Mark({ of: name }: { of: string }) {
  const shape = <use href={`#mark-${name}`} />;
  return <svg class={`mark mark-${name}`} aria-hidden="true" children={shape} />;
}

export function Level({ of: level }: { of: string }) {
  return <span class={`level-${level}`} children={[<Mark of={level} />, ` ${level} `]} />;
}

export function Time({ at }: { at: number }) {
  return <span title={zonedTime(at)}>{relativeTime(at, usePage().overview.now)}</span>;
}

export function HostName({ id }: { id: number }) {
  return <Text of={hostName(id, usePage())} />;
}

export function AlertLink({ id, name }: { id: number; name: string }) {
  return <a href={`#alert-${id}`} children={<Text of={name} class="title" />} />;
}

/** A command that creates an object. Users can copy and run it unchanged. */
export function Command({ kind, body }: { kind: "alert" | "host" | "destination"; body: object }) {
  const isAlert = kind === "alert";
  const path = isAlert ? "/api/v2/config/alerts" : `/_emulator/${kind}s${environmentQuery()}`;
  const token = isAlert ? '-H "Authorization: Bearer ${DBMON_API_TOKEN:-demo-token}" \\\n  ' : "";
  const rest = `-H "Content-Type: application/json" \\\n  -d '${JSON.stringify(body)}'`;
  return <pre data-command={kind}>{`curl ${location.origin}${path} \\\n  ${token}${rest}`}</pre>;
}
