/** The state of the page as one immutable value, polls, and other requests to the emulator. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type AlertScope, type EventCondition, type ThresholdCondition } from "../../service";
import { type Overview } from "../control/overview";
import { isolate, zonedTime } from "./text";

export type OverviewAlert = Overview["alerts"][number];
export type OverviewHost = Overview["hosts"][number];

/** The target of a link to a row. Each click is a new object, which its row scrolls to once. */
export interface RowLink {
  readonly section: "alerts" | "events";
  readonly key: string;
  isFollowed: boolean;
}

interface PageState {
  readonly overview: Overview;
  readonly hostNames: ReadonlyMap<number, string>;
  readonly destinationNames: ReadonlyMap<number, string>;
  readonly connection: "connecting" | "live" | "unreachable" | "error";
  readonly problem?: { readonly text: string; readonly isOfPoll: boolean } | undefined;
  readonly link?: RowLink | undefined;
  /** Values that fill the forms of the section "Try an alert". */
  readonly trial: {
    readonly value?: { readonly host: number | undefined; readonly metric: string; readonly value: number };
    readonly event?: { readonly host: number | undefined; readonly type: string | undefined };
  };
  /** The alert in the dialog, as it was when the dialog opened. */
  readonly edited?: OverviewAlert | undefined;
  /** New firings, for screen readers. */
  readonly announcement: string;
}

const noObjects = { alerts: [], destinations: [], policies: [], durations: [], hosts: [], metrics: [] };
const noHistory = { events: [], firings: [], outbox: [], requests: [] };
export let state: PageState = {
  overview: { environment: "", environments: [], now: 0, isRunning: true, ...noObjects, ...noHistory },
  hostNames: new Map(),
  destinationNames: new Map(),
  connection: "connecting",
  trial: {},
  announcement: "",
};
let render: (state: PageState) => void = () => undefined;

/** Its consumers are rendered again after each change, also those in unchanged rows. */
export const StateContext = createContext(state);

export function usePage(): PageState {
  return useContext(StateContext);
}

/** Renders the page now and after each change. */
export function start(renderPage: (state: PageState) => void): void {
  render = renderPage;
  render(state);
  pollNow();
}

export function setState(change: Partial<PageState>): void {
  state = { ...state, ...change };
  render(state);
}

/** Identifies an object of a list in all overviews. */
export function rowKeyOf(item: object): string {
  const { id, uuid, host = "", metric = "" } = item as Readonly<Record<string, string | number | undefined>>;
  return String(id ?? uuid ?? `${host} ${metric}`);
}

export function hostName(id: number, { hostNames } = state): string {
  return hostNames.get(id) ?? `host ${id} (removed)`;
}

type AlertCondition = Omit<EventCondition, "kind"> & Omit<ThresholdCondition, "kind">;

/** The fields of both kinds of configurations. */
export function wireConditionOf({ config }: OverviewAlert): Partial<AlertScope & AlertCondition> {
  return config ?? {};
}

function received(overview: Overview): Partial<PageState> {
  const isOther = state.overview.environment !== overview.environment;
  const latest = state.overview.firings[0]?.id ?? 0;
  const added = isOther ? [] : overview.firings.filter(({ id }) => id > latest);
  const sentences = added.slice(0, 3).map(({ alert_name, host }) => {
    return `${isolate(alert_name)} fired${host === null ? "" : ` on ${isolate(hostName(host))}`}.`;
  });
  if (added.length > 3) sentences.push(`${added.length - 3} more fired.`);
  return {
    overview,
    hostNames: new Map(overview.hosts.map(({ id, name }) => [id, name])),
    destinationNames: new Map(overview.destinations.map(({ id, name }) => [id, name])),
    connection: "live",
    problem: state.problem?.isOfPoll === true ? undefined : state.problem,
    announcement: sentences.join(" ") || (isOther ? "" : state.announcement),
    trial: isOther ? {} : state.trial,
  };
}

/** The environment of the URL, as a query; empty for the default. */
export function environmentQuery(): string {
  const name = new URLSearchParams(location.search).get("environment");
  return name === null ? "" : `?environment=${encodeURIComponent(name)}`;
}

const minIntervalMs = 1000;
const maxIntervalMs = 8000;
const timeoutMs = 30_000;
let failures = 0;
let timer = 0;
let request = new AbortController();

/** Polls now, then about once a second while the page is visible: less often if responses are slow, and with backoff after failures. */
export function pollNow(): void {
  window.clearTimeout(timer);
  request.abort();
  request = new AbortController();
  if (!document.hidden) void poll(request.signal);
}

async function poll(signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
  const { status, body } = await fetch(`/_emulator/overview${environmentQuery()}`, limits)
    .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
    .catch(() => ({ status: 0, body: undefined }));
  if (signal.aborted) return;
  failures = status === 200 ? 0 : failures + 1;
  const wait = failures === 0 ? 4 * (performance.now() - startedAt) : minIntervalMs * 2 ** (failures - 1);
  timer = window.setTimeout(pollNow, Math.min(Math.max(wait, minIntervalMs), maxIntervalMs));
  if (status === 200) {
    setState(received(body as Overview));
    return;
  }
  const { now, environment } = state.overview;
  const age = environment === "" ? "" : ` Showing data as of ${zonedTime(now)}.`;
  const unreachable = `The emulator does not respond.${age} Retrying every few seconds.`;
  const text = status === 0 ? unreachable : String((body as ErrorResponse).error);
  setState({ connection: status === 0 ? "unreachable" : "error", problem: { text, isOfPoll: true } });
}

interface ErrorResponse {
  readonly error?: string;
}

/** Sends JSON to a control endpoint of the environment, and polls. @returns why it failed, if it did */
export async function send(method: "POST" | "PATCH", path: string, body: object): Promise<ErrorResponse> {
  try {
    const options = { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(`/_emulator/${path}${environmentQuery()}`, options);
    if (!response.ok) return (await response.json()) as ErrorResponse;
    pollNow();
    return {};
  } catch {
    return { error: "The emulator does not respond. Try again." };
  }
}

/** Like `send`, for buttons: the page shows an error in its notice. */
export async function act(method: "POST" | "PATCH", path: string, body: object): Promise<void> {
  const { error } = await send(method, path, body);
  setState({ problem: error === undefined ? undefined : { text: error, isOfPoll: false } });
}
