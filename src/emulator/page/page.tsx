/** The emulator's page: polls GET /_emulator/overview and renders what changed. */
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Alerts } from "./alerts";
import { Events } from "./events";
import { AlertForm, loadAlertFields, Try } from "./forms";
import { Firings, Hosts, Metrics, Outbox, Requests } from "./sections";
import { act, pollNow, rowKeyOf, setState, start, StateContext, usePage } from "./state";
import { groupDigits, isolate, zonedTime } from "./text";

const sections = ["events", "alerts", "firings", "outbox", "metrics", "hosts", "requests"] as const;

function Page() {
  const { overview, connection, announcement, edited } = usePage();
  const fired = overview.alerts.filter(({ state }) => state === "fired").length;
  useLayoutEffect(() => {
    document.documentElement.dataset["connection"] = connection;
    document.title = `${fired === 0 ? "" : `${fired} fired · `}Service emulator`;
  }, [connection, fired]);
  const links = sections.map((section) => {
    const title = `${section.slice(0, 1).toUpperCase() + section.slice(1)} `;
    return <a href={`#${section}`} children={[title, <b>{groupDigits(overview[section].length)}</b>]} />;
  });
  return (
    <>
      <a class="skip" href="#alerts" children="Skip to alerts" />
      <header>
        <div class="line">
          <h1>Service emulator</h1>
          <p id="connection">{connection === "unreachable" ? "no response" : connection}</p>
          <Environments />
          <Clock />
        </div>
        <nav class="line" aria-label="Sections" children={[<a href="#try">Try an alert</a>, ...links]} />
        <Notice />
      </header>
      <p id="announcer" class="visually-hidden" role="status" children={announcement || null} />
      {overview.environment !== "" && (
        // With a key, because the filters of a user belong to one environment.
        <main key={overview.environment}>
          <Events />
          <Try />
          <Alerts />
          <div class="aside">
            <Firings />
            <Outbox />
            <Metrics />
            <Hosts />
          </div>
          <Requests />
        </main>
      )}
      {edited !== undefined && <AlertForm alert={edited} />}
    </>
  );
}

function Environments() {
  const { environment, environments } = usePage().overview;
  if (environments.length < 2) return null;
  const select = (name: string) => {
    history.pushState(null, "", `?environment=${encodeURIComponent(name)}`);
    pollNow();
  };
  const options = environments.map((name) => <option>{name}</option>);
  return (
    <label>
      {"Environment "}
      <select
        value={environment}
        onChange={({ currentTarget }) => {
          select(currentTarget.value);
        }}
        children={options}
      />
    </label>
  );
}

function Clock() {
  const { now, isRunning } = usePage().overview;
  const advance = (seconds: number) => () => void act("POST", "clock", { advance: seconds });
  return (
    <div class="line" role="group" aria-label="Emulator clock">
      <b id="now">{now === 0 ? "–" : zonedTime(now)}</b>
      {!isRunning && (
        <span id="held" class="badge" title="The clock moves only when advanced." children="held" />
      )}
      <button type="button" onClick={advance(60)} children="Advance 1 min" />
      <button type="button" onClick={advance(3600)} children="Advance 1 h" />
    </div>
  );
}

function Notice() {
  const { problem, link, overview } = usePage();
  const listed: readonly object[] = link === undefined ? [] : overview[link.section];
  const isMissing = link !== undefined && !listed.some((item) => rowKeyOf(item) === link.key);
  const kind = link?.section === "alerts" ? "Alert" : "Event";
  const missing = `${kind} ${link?.key ?? ""} is not in the list of environment ${isolate(overview.environment)}.`;
  const text = problem?.text ?? (isMissing && overview.environment !== "" ? missing : undefined);
  const dismiss = () => {
    setState({ problem: undefined });
  };
  return (
    <div id="notice" class="line" role="status" hidden={text === undefined}>
      <p>{text}</p>
      {problem?.isOfPoll === true && <button type="button" onClick={pollNow} children="Retry now" />}
      {problem?.isOfPoll === false && <button type="button" onClick={dismiss} children="Dismiss" />}
    </div>
  );
}

/** Follows `#alert-ID` and `#event-UUID`, the links in webhook bodies. The target can be created later. */
function followLink(): void {
  const [, kind, key = ""] = /^#(alert|event)-([0-9a-f]+)$/.exec(location.hash) ?? [];
  const section = kind === "alert" ? "alerts" : "events";
  setState({ link: kind === undefined ? undefined : { section, key, isFollowed: false } });
}

window.addEventListener("hashchange", followLink);
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a[href^='#']") : null;
  // A click on the link that is already in the URL does not raise hashchange.
  if (link?.getAttribute("href") === location.hash) followLink();
});
window.addEventListener("popstate", pollNow);
document.addEventListener("visibilitychange", pollNow);
const root = document.querySelector("#page") ?? document.body;
start((state) => {
  render(<StateContext.Provider value={state} children={<Page />} />, root);
});
followLink();
void loadAlertFields();
