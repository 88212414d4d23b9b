/** The alerts: state, condition, annotations and destinations, with buttons that try, disable and edit them. */
import { type ComponentChild } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type SentencePart } from "../../alerting";
import { ListSection, type SectionList } from "./list";
import { AlertLink, Command, HostName, Mark, Text, Time } from "./parts";
import { act, type OverviewAlert, setState, state, usePage, wireConditionOf } from "./state";
import { formatSpan, groupDigits, isolate, maxTextLength } from "./text";

/** In display order. Alerts in the first two states are listed before all others. */
const alertStates = ["fired", "exceeding", "quiet", "disabled", "incomplete"] as const;
const unconfigured = "No configuration, so the alert cannot fire. Edit the alert to configure it.";

const alertKind: SectionList<OverviewAlert> = {
  id: "alerts",
  title: "Alerts",
  prefix: "alert-",
  items: ({ alerts }) => {
    const isUrgent = ({ state }: OverviewAlert) => state === "fired" || state === "exceeding";
    const urgent = alertStates.slice(0, 2).flatMap((name) => alerts.filter(({ state }) => state === name));
    return urgent.length === 0 ? alerts : [...urgent, ...alerts.filter((alert) => !isUrgent(alert))];
  },
  tone: ({ state }) => `alert-${state}`,
  cells: (alert) => ({
    state: [<Mark of={alert.state} />, " ", <span class="word">{alert.state}</span>],
    name: [<AlertLink id={alert.id} name={alert.name} />, <span class="muted">{` id ${alert.id}`}</span>],
    what: alert.sentence === null ? unconfigured : sentence(alert.sentence),
    now: <AlertStatus alert={alert} />,
    note: annotations(alert.annotations),
    destinations: <Destinations ids={alert.destinations} />,
    actions: <Actions alert={alert} />,
  }),
  empty: () => [
    <p>No alerts yet. To deploy alerts from a file:</p>,
    <pre>{`export DBMON_BASE_URL=${location.origin} DBMON_API_TOKEN=demo-token\ndbmon apply alerts.yaml`}</pre>,
    <p>To create an alert through the API and configure it later:</p>,
    <Command
      kind="alert"
      body={{ name: "CPU is high", annotations: "", policy: 2, type: 2, disabled: 0, destinations: [] }}
    />,
  ],
};

export function Alerts() {
  const { overview, link } = usePage();
  const [filter, setFilter] = useState<OverviewAlert["state"]>();
  useLayoutEffect(() => {
    if (link?.section === "alerts" && !link.isFollowed) setFilter(undefined);
  }, [link]);
  const buttons = alertStates.map((name) => {
    const count = overview.alerts.filter(({ state }) => state === name).length;
    const toggleFilter = () => {
      setFilter(filter === name ? undefined : name);
    };
    const isHidden = count === 0 && filter !== name;
    return (
      <button type="button" hidden={isHidden} aria-pressed={filter === name} onClick={toggleFilter}>
        {[<Mark of={name} />, ` ${name} `, <b>{groupDigits(count)}</b>]}
      </button>
    );
  });
  const head = <div id="states" class="line" role="group" aria-label="Filter by state" children={buttons} />;
  return (
    <ListSection
      kind={alertKind}
      isShown={({ state }) => filter === undefined || state === filter}
      head={head}
    />
  );
}

function Destinations({ ids }: { ids: readonly number[] }) {
  const { destinationNames: names } = usePage();
  if (ids.length === 0) return <>no destinations</>;
  return (
    <>{["→ ", ...joined(ids.map((id) => <Text of={names.get(id) ?? `destination ${id} (removed)`} />))]}</>
  );
}

function AlertStatus({ alert }: { alert: OverviewAlert }) {
  const { id, name, state, on, firesAt, pendingUntil } = alert;
  const { firings, now } = usePage().overview;
  const hosts = joined(on.map((host) => <HostName id={host} />));
  const parts: ComponentChild[] = [];
  if (state === "fired") {
    const open = firings.findLast((firing) => firing.alert === id && firing.resolved_at === null);
    parts.push("Fired on ", hosts, open && [" ", <Time at={open.at} />], ". ");
  }
  if (state === "exceeding") parts.push("Above the trigger on ", hosts, ". ");
  if (state === "exceeding" && firesAt !== null) {
    const left = Math.max(0, Math.ceil(firesAt - now));
    const advance = () => void act("POST", "clock", { advance: left });
    const button = <ActionButton label="Advance clock" of={`until ${name} fires`} onClick={advance} />;
    parts.push("Fires in ", <b>{formatSpan(left)}</b>, ". ", button, " ");
  }
  if (pendingUntil !== null)
    parts.push(<span class="badge">Change pending</span>, " takes effect ", <Time at={pendingUntil} />);
  return <>{parts}</>;
}

function Actions({ alert }: { alert: OverviewAlert }) {
  const { id, name, disabled, config } = alert;
  const toggle = () => void act("PATCH", `alerts/${id}`, { alert: { disabled: 1 - disabled } });
  return (
    <div class="line">
      {config !== null && (
        <ActionButton
          label="Try"
          of={name}
          onClick={() => {
            tryAlert(alert);
          }}
        />
      )}
      <ActionButton label={disabled === 1 ? "Enable" : "Disable"} of={name} onClick={toggle} />
      <ActionButton
        label="Edit"
        of={name}
        onClick={() => {
          setState({ edited: alert });
        }}
      />
    </div>
  );
}

/** @param props `of` is the name of the object that the button acts on */
export function ActionButton({
  label,
  of: name,
  onClick,
}: Record<"label" | "of", string> & { onClick: () => void }) {
  return <button type="button" aria-label={`${label} ${isolate(name)}`} onClick={onClick} children={label} />;
}

/** Joins up to six parts with commas. A longer list ends with the number of further parts. */
function joined(parts: readonly ComponentChild[]): ComponentChild[] {
  const shown = parts.length > 6 ? parts.slice(0, 5) : parts;
  const separator = (index: number) => index > 0 && (index === parts.length - 1 ? " and " : ", ");
  const rest = parts.length > shown.length && ` and ${groupDigits(parts.length - shown.length)} more`;
  return [...shown.flatMap((part, index) => [separator(index), part]), rest];
}

function sentence(parts: readonly SentencePart[]): ComponentChild[] {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    return <Text of={part.text} class={part.kind === "level" ? `level-${part.text}` : part.kind} />;
  });
}

/** URLs without punctuation at the end, and without control, bidirectional and invisible characters, which could disguise them. */
const urls = /(https?:\/\/[^\s<>"\p{C}]{1,2000}(?<![.,:;!?)\]}'’”]))/giu;

/** A text with links to its http and https URLs. */
function annotations(text: string): ComponentChild[] {
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

/** Fills the form that can fire the alert: with a value above its trigger, or with an event of its categories. */
function tryAlert(alert: OverviewAlert): void {
  const { hosts = [], host_types = [], metric, trigger = 0, categories } = wireConditionOf(alert);
  const isApplicable = (type: string) => host_types.length === 0 || host_types.includes(type);
  const active = state.overview.hosts.filter(({ deleted }) => deleted === 0);
  const host = hosts[0] ?? active.find(({ type }) => isApplicable(type))?.id;
  const value = trigger === 0 ? 1 : trigger + Math.abs(trigger) / 10;
  const change =
    metric === undefined ? { event: { host, type: categories?.[0] } } : { value: { host, metric, value } };
  setState({ trial: { ...state.trial, ...change } });
}
