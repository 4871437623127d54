// Question, lists, and what the lists share; the same token is marked in every list.

class RankedLists {
  constructor(root) {
    this.host = make("div", "ranked-lists", root);
    this.question = new Question(this.host, (text) => this.tell("asked", text));
    this.lead = make("p", "lead", this.host);
    this.grid = make("div", "lists", this.host);
    this.lists = [];
    this.legend = make("p", "legend", this.host);
    this.shared = make("section", "shared", this.host);
    this.sharedTitle = make("h3", "", this.shared);
    this.sharedTable = buildTable(this.shared);
    this.listen();
  }

  update({ data, setTriggerValue }) {
    const { question, notes, lists, lead, legend, shared } = data;
    this.tell = setTriggerValue;
    this.question.update(question, notes);
    write(this.lead, lead);
    fit(this.grid, lists.length, (parent) => this.lists.push(new List(parent)));
    this.lists.length = lists.length;
    this.grid.style.setProperty("--lists", lists.length);
    this.lists.forEach((list, place) => list.update(lists[place]));
    write(this.legend, legend);
    this.shared.hidden = !shared;
    if (shared) this.updateShared(shared);
    this.light();
  }

  updateShared({ title, headings, rows }) {
    write(this.sharedTitle, title);
    fillHead(this.sharedTable, title, headings);
    const build = (parent) => {
      const row = make("tr", "", parent);
      make("th", "", row).scope = "row";
      make("td", "value", row);
    };
    fit(this.sharedTable.body, rows.length, build).forEach((row, place) =>
      rows[place].forEach((text, column) => write(row.cells[column], text)),
    );
  }

  /** A row is pointed at, tapped, or walked to with the arrow keys; each list is one stop of the Tab key. */
  listen() {
    const rowOf = (event) => event.target.closest("tbody tr[data-id]");
    const set = (name, row) => {
      this[name] = row;
      this.light();
    };
    this.grid.addEventListener("pointerover", (event) => set("pointed", rowOf(event)));
    this.grid.addEventListener("pointerleave", () => set("pointed", null));
    this.grid.addEventListener("focusin", (event) => set("focused", rowOf(event)));
    this.grid.addEventListener("focusout", () => set("focused", null));
    this.grid.addEventListener("click", (event) => rowOf(event)?.cells[1].focus());
    this.grid.addEventListener("keydown", (event) => this.walk(event, rowOf(event)));
  }

  walk(event, row) {
    if (event.key === "Escape") event.target.blur(); // also closes the help
    const rows = row ? row.parentElement.rows : [];
    const next = row && { ArrowDown: row.nextSibling, ArrowUp: row.previousSibling, Home: rows[0], End: rows[rows.length - 1] }[event.key];
    if (!next) return;
    event.preventDefault();
    row.cells[1].tabIndex = -1;
    next.cells[1].tabIndex = 0;
    next.cells[1].focus();
  }

  /** The same token in every list, so that its other places, or their absence, are seen. */
  light() {
    const id = (this.pointed ?? this.focused)?.dataset.id;
    for (const row of this.grid.querySelectorAll("tbody tr")) row.classList.toggle("lit", row.dataset.id === id);
  }
}

const mounted = new WeakMap();

// Streamlit calls this at the first mount, and again on the same root when the data or the theme change.
export default function (component) {
  const root = component.parentElement;
  if (!mounted.has(root)) mounted.set(root, new RankedLists(root));
  mounted.get(root).update(component);
}
