/**
 * Small components. Text of the service is rendered as text nodes only, never as markup, and isolated so that its writing direction does
 * not affect its surroundings.
 */
import { type ComponentChild } from "preact";
import { type SentencePart } from "../../alerting";
import { hostName, usePage } from "./state";
import { absoluteTime, formatCount, isolate, maxTextLength, relativeTime, truncateText } from "./text";

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
  return <span title={absoluteTime(at)}>{relativeTime(at, usePage().overview.now)}</span>;
}

export function HostName({ id }: { id: number }) {
  return <Text of={hostName(id, usePage())} />;
}

export function AlertLink({ id, name }: { id: number; name: string }) {
  return <a href={`#alert-${id}`} children={<Text of={name} class="title" />} />;
}

/** @param props `of` is the name of the object that the button acts on */
export function ActionButton({
  label,
  of: name,
  onClick,
}: Record<"label" | "of", string> & { onClick: () => void }) {
  return <button type="button" aria-label={`${label} ${isolate(name)}`} onClick={onClick} children={label} />;
}

/** A command that creates an object. Users can copy and run it unchanged. */
export function Command({
  kind,
  path,
  token,
  body,
}: Record<"kind" | "path", string> & { token?: string; body: object }) {
  const authorization = token === undefined ? [] : [`-H "Authorization: Bearer ${token}"`];
  const rest = ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`];
  const text = [`curl ${location.origin}${path}`, ...authorization, ...rest].join(" \\\n  ");
  return <pre data-command={kind}>{text}</pre>;
}

/** Joins up to six parts with commas. A longer list ends with the number of further parts. */
export function joined(parts: readonly ComponentChild[]): ComponentChild[] {
  const shown = parts.length > 6 ? parts.slice(0, 5) : parts;
  const separator = (index: number) => index > 0 && (index === parts.length - 1 ? " and " : ", ");
  const rest = parts.length > shown.length && ` and ${formatCount(parts.length - shown.length)} more`;
  return [...shown.flatMap((part, index) => [separator(index), part]), rest];
}

export function sentence(parts: readonly SentencePart[]): ComponentChild[] {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    return <Text of={part.text} class={part.kind === "level" ? `level-${part.text}` : part.kind} />;
  });
}

/** URLs without punctuation at the end, and without control, bidirectional and invisible characters, which could disguise them. */
const urls = /(https?:\/\/[^\s<>"\p{C}]{1,2000}(?<![.,:;!?)\]}'’”]))/giu;

/** A text with links to its http and https URLs. */
export function annotations(text: string): ComponentChild[] {
  let start = 0;
  const parts = text.split(urls).map((part, index) => {
    const rest = maxTextLength - start;
    start += part.length;
    if (rest <= 0 || part === "") return undefined;
    if (index % 2 === 0 || !isRunbook(part)) return <bdi>{part.slice(0, rest)}</bdi>;
    return <a href={part} target="_blank" rel="noopener noreferrer" children={<Text of={part} />} />;
  });
  return [...parts, start > maxTextLength && "…"];
}

/** A user name in a URL can look like its host. */
function isRunbook(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.username === "" && url.password === "";
}
