// @ts-check
/** Filters and folds the alerts of the page. Without it, the page shows all of them. */
(() => {
  const entries = [...document.querySelectorAll("details.entry")].filter(
    (element) => element instanceof HTMLDetailsElement,
  );
  const counts = document.querySelector(".counts");

  /** Opens an alert that a link leads to, and what contains it. */
  function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let element = target; element !== null; element = element.parentElement) {
      if (element instanceof HTMLDetailsElement) element.open = true;
    }
    target?.scrollIntoView();
  }
  addEventListener("hashchange", openTarget);
  if (location.hash !== "") openTarget();

  // Folded alerts are printed too.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

  if (counts === null || entries.length < 2) return;
  /** @type {Set<string>} */
  const verbs = new Set();
  const search = document.createElement("input");
  const shown = document.createElement("p");

  function filter() {
    const text = search.value.trim().toLowerCase();
    let count = 0;
    for (const entry of entries) {
      const verb = entry.querySelector("summary b")?.textContent ?? "";
      const isShown = (verbs.size === 0 || verbs.has(verb)) && entry.textContent.toLowerCase().includes(text);
      entry.hidden = !isShown;
      if (isShown) count++;
    }
    const isFiltered = text !== "" || verbs.size > 0;
    shown.textContent = isFiltered ? `${count} of ${entries.length} shown` : "";
    if (isFiltered && count > 0) {
      for (const rest of document.querySelectorAll("details.rest")) {
        if (rest.querySelector(".entry:not([hidden])") !== null) rest.setAttribute("open", "");
      }
    }
    for (const section of document.querySelectorAll("section")) {
      const own = [...section.querySelectorAll(".entry")];
      section.hidden = own.length > 0 && own.every((entry) => entry instanceof HTMLElement && entry.hidden);
    }
  }

  /** @param {string} label @param {() => void} onClick */
  function button(label, onClick) {
    const created = document.createElement("button");
    created.type = "button";
    created.textContent = label;
    created.addEventListener("click", onClick);
    return created;
  }

  for (const item of counts.children) {
    if (!(item instanceof HTMLElement)) continue;
    const verb = item.dataset["verb"] ?? "";
    const toggle = button("", () => {
      if (!verbs.delete(verb)) verbs.add(verb);
      toggle.setAttribute("aria-pressed", String(verbs.has(verb)));
      filter();
    });
    toggle.setAttribute("aria-pressed", "false");
    toggle.append(...item.childNodes);
    item.append(toggle);
  }

  search.type = "search";
  search.placeholder = "Filter alerts";
  search.setAttribute("aria-label", "Filter alerts");
  search.addEventListener("input", filter);
  shown.setAttribute("role", "status");
  /** @param {boolean} isOpen */
  const setAll = (isOpen) => () => {
    for (const entry of entries) entry.open = isOpen;
  };
  const tools = document.createElement("div");
  tools.className = "tools";
  tools.append(search, button("Expand all", setAll(true)), button("Collapse all", setAll(false)), shown);
  counts.after(tools);
})();
