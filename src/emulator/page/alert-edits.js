// @ts-check
/** Simulates manual edits in the service's UI: buttons that disable or enable an alert, and a dialog for its fields. */
import { element, find, isolated, setProperties, setText } from "./dom.js";

/** @typedef {import("./rows.js").Overview} Overview */
/** @typedef {import("./rows.js").Alert} Alert */
/** @typedef {Readonly<Record<string, unknown>>} Fields */

/**
 * A control of the dialog, and how to read its value.
 * @typedef {{ name: string, part: "alert" | "config", control: HTMLElement, read: () => unknown }} Field
 */

/**
 * @typedef {object} AlertEditsOptions
 * @property {() => Overview | undefined} overview
 * @property {(alert: number) => string} url
 * @property {() => void} onSaved
 * @property {(message: string) => void} onError a button failed
 */

export class AlertEdits {
  #dialog = find("#edit", HTMLDialogElement);
  #form = find("#edit form", HTMLFormElement);
  #fields = find("#edit .fields", HTMLElement);
  #error = find("#edit .error", HTMLElement);
  /** @type {Alert | undefined} */
  #alert;
  /** The fields of the dialog, with their values when it opened. @type {readonly (Field & { before: string })[]} */
  #shown = [];

  /** @param {AlertEditsOptions} options */
  constructor(options) {
    this.options = options;
    find('[data-rows="alerts"]', HTMLElement).addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button[data-key]") : null;
      const id = Number(button?.closest("li")?.id.replace("alert-", ""));
      const alert = options.overview()?.alerts.find((candidate) => candidate.id === id);
      if (!(button instanceof HTMLElement) || alert === undefined) return;
      if (button.dataset.key === "edit") this.#open(alert);
      else void this.#toggle(alert);
    });
    find("#edit-cancel", HTMLElement).addEventListener("click", () => {
      this.#dialog.close();
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#save();
    });
  }

  /** @param {Alert} alert */
  async #toggle({ id, disabled }) {
    const error = await this.#send(id, { alert: { disabled: disabled === 1 ? 0 : 1 } });
    if (error !== undefined) this.options.onError(error);
  }

  /** @param {Alert} alert */
  #open(alert) {
    const overview = this.options.overview();
    if (overview === undefined) return;
    this.#alert = alert;
    // A control can normalize a value, for example line ends. That is not a change.
    this.#shown = fieldsOf(alert, overview).map((field) => ({
      ...field,
      before: JSON.stringify(field.read()),
    }));
    setText(find("#edit-title", HTMLElement), `Edit alert ${alert.id}`);
    setProperties(this.#error, { hidden: true });
    this.#fields.replaceChildren(...this.#shown.map(({ control }) => control));
    // An incomplete alert can be renamed before it is configured.
    this.#form.noValidate = alert.config === null;
    this.#dialog.showModal();
  }

  async #save() {
    if (this.#alert === undefined) return;
    const { id, config } = this.#alert;
    const isChanged = (/** @type {Field & { before: string }} */ { before, read }) =>
      JSON.stringify(read()) !== before;
    /** @type {{ alert?: Fields, config?: Fields }} */
    const change = {};
    for (const part of /** @type {const} */ (["alert", "config"])) {
      const fields = this.#shown.filter((field) => field.part === part);
      const changed = fields.filter(isChanged);
      if (changed.length === 0) continue;
      // The first configuration must be complete.
      const sent = part === "config" && config === null ? fields : changed;
      change[part] = Object.fromEntries(sent.map(({ name, read }) => [name, read()]));
    }
    const error = Object.keys(change).length === 0 ? undefined : await this.#send(id, change);
    if (error === undefined) {
      this.#dialog.close();
      return;
    }
    setText(this.#error, error);
    setProperties(this.#error, { hidden: false });
  }

  /** @param {number} id @param {object} change @returns {Promise<string | undefined>} why it failed */
  async #send(id, change) {
    try {
      const response = await fetch(this.options.url(id), {
        method: "PATCH",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(change),
      });
      if (response.ok) {
        this.options.onSaved();
        return undefined;
      }
      /** @type {unknown} */
      const answer = await response.json();
      const body = /** @type {{ error?: unknown }} */ (answer);
      return String(body.error);
    } catch {
      return "The emulator does not respond. Try again.";
    }
  }
}

/** @param {Alert} alert @param {Overview} overview @returns {Field[]} */
function fieldsOf(alert, overview) {
  const config = /** @type {Fields} */ (alert.config ?? {});
  const text = (/** @type {unknown} */ value) =>
    typeof value === "string" || typeof value === "number" ? String(value) : "";
  const list = (/** @type {unknown} */ value) => /** @type {unknown[]} */ (value ?? []);
  const filters = [
    choiceField("config", "hosts", "Hosts", overview.hosts, list(config.hosts), true),
    linesField("host_types", "Host types, one per line", list(config.host_types)),
  ];
  const condition =
    alert.type === 1
      ? [linesField("categories", "Event categories, one per line", list(config.categories))]
      : [
          choiceField("config", "alert_level", "Level", levels, [config.alert_level]),
          inputField("config", "metric", "Metric", text(config.metric)),
          numberField("trigger", "Trigger: fires above", text(config.trigger)),
          choiceField("config", "duration", "Duration", overview.durations, [config.duration]),
          numberField("reset", "Reset: resolved below", text(config.reset)),
        ];
  return [
    inputField("alert", "name", "Name", alert.name),
    areaField("alert", "annotations", "Annotations", alert.annotations),
    choiceField("alert", "disabled", "State", states, [alert.disabled]),
    choiceField("alert", "policy", "Policy", overview.policies, [alert.policy]),
    choiceField("alert", "destinations", "Destinations", overview.destinations, alert.destinations, true),
    ...condition,
    ...filters,
  ];
}

const states = [
  { id: 0, name: "enabled" },
  { id: 1, name: "disabled" },
];
const levels = ["info", "warn", "crit"].map((name) => ({ id: name, name }));

/** @param {string} title @param {HTMLElement} control */
function labeled(title, control) {
  const label = element("label");
  label.append(element("span", "", title), control);
  return label;
}

/** @param {Field["part"]} part @param {string} name @param {string} title @param {string} value @returns {Field} */
function inputField(part, name, title, value) {
  const input = document.createElement("input");
  Object.assign(input, { value, required: true, autocomplete: "off" });
  return { name, part, control: labeled(title, input), read: () => input.value };
}

/** @param {string} name @param {string} title @param {string} value @returns {Field} */
function numberField(name, title, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", step: "any", value, required: true });
  return { name, part: "config", control: labeled(title, input), read: () => input.valueAsNumber };
}

/** @param {Field["part"]} part @param {string} name @param {string} title @param {string} value @returns {Field} */
function areaField(part, name, title, value) {
  const area = document.createElement("textarea");
  Object.assign(area, { value, rows: 3 });
  return { name, part, control: labeled(title, area), read: () => area.value };
}

/** @param {string} name @param {string} title @param {readonly unknown[]} values @returns {Field} */
function linesField(name, title, values) {
  const { control, read } = areaField("config", name, title, values.join("\n"));
  const readLines = () =>
    String(read())
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  return { name, part: "config", control, read: readLines };
}

/**
 * Selects one object, or several. An object that was removed stays selected until the user selects another.
 * @param {Field["part"]} part @param {string} name @param {string} title
 * @param {readonly { id: number | string, name: string | null }[]} objects
 * @param {readonly unknown[]} selected IDs
 * @param {boolean} [isMultiple]
 * @returns {Field}
 */
function choiceField(part, name, title, objects, selected, isMultiple = false) {
  const select = document.createElement("select");
  const present = selected.filter((id) => typeof id === "number" || typeof id === "string");
  const known = objects.map(({ id }) => id);
  const ids = [...known, ...present.filter((id) => !known.includes(id))];
  const format = objects === states || objects === levels ? nameOnly : nameAndId;
  for (const [index, id] of ids.entries()) {
    const object = objects[index];
    const text = object === undefined ? `id ${id} (removed)` : format(object);
    select.append(new Option(text, String(index)));
  }
  Object.assign(select, { multiple: isMultiple, required: !isMultiple });
  if (isMultiple) select.size = Math.min(Math.max(ids.length, 2), 6);
  for (const [index, option] of [...select.options].entries()) {
    option.selected = present.some((id) => id === ids[index]);
  }
  const read = () => {
    const chosen = [...select.selectedOptions].map((option) => ids[Number(option.value)]);
    if (!isMultiple) return chosen[0];
    // The order of a list is that of the alert, so that an unchanged selection counts as unchanged.
    const kept = present.filter((id) => chosen.includes(id));
    return [...kept, ...chosen.filter((id) => !present.some((other) => other === id))];
  };
  return { name, part, control: labeled(title, select), read };
}

/** @param {{ name: string | null }} object */
function nameOnly({ name }) {
  return name ?? "";
}

/** @param {{ id: number | string, name: string | null }} object */
function nameAndId({ id, name }) {
  return name === null ? `id ${id}` : `${isolated(name)} (id ${id})`;
}
