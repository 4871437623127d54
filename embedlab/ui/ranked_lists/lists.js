// Help, tables, and one list: title with its help, table, and the lines that must be said of it.

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Makes a parent hold `count` children. Those that stand are kept: new text appears in place, nothing jumps. */
function fit(parent, count, build) {
  while (parent.children.length > count) parent.lastElementChild.remove();
  while (parent.children.length < count) build(parent);
  return Array.from(parent.children);
}

/** A sign that shows its words while pointed at or focused. */
class Help {
  constructor(parent, id) {
    this.sign = make("button", "help", parent, "?");
    this.sign.type = "button";
    this.words = make("p", "summary", parent);
    this.words.role = "tooltip";
    this.words.id = id;
    this.sign.setAttribute("aria-describedby", id);
  }

  update(name, words) {
    this.sign.setAttribute("aria-label", name);
    write(this.words, words);
  }
}

/** A table with its name for those who do not see what stands around it. */
function buildTable(parent) {
  const table = make("table", "", parent);
  const caption = make("caption", "unseen", table);
  const head = make("tr", "", make("thead", "", table));
  return { caption, head, body: make("tbody", "", table) };
}

function fillHead({ caption, head }, name, headings) {
  write(caption, name);
  const build = (parent) => (make("th", "", parent).scope = "col");
  fit(head, headings.length, build).forEach((node, place) => write(node, headings[place]));
}

/** Rank, token, value, and a sign with its meaning for those who do not see it. */
function buildRow(parent) {
  const row = make("tr", "", parent);
  make("td", "rank", row);
  const token = make("th", "token", row);
  token.scope = "row";
  token.tabIndex = -1;
  make("td", "value", row);
  const mark = make("td", "mark", row);
  make("span", "", mark).setAttribute("aria-hidden", "true");
  make("span", "unseen", mark);
}

function fillRow(row, { id, cells, mark, said }) {
  row.dataset.id = id;
  cells.forEach((text, place) => write(row.cells[place], text));
  const [sign, meaning] = row.cells[3].children;
  write(sign, mark);
  write(meaning, said);
  row.cells[3].title = said;
}

class List {
  constructor(parent) {
    this.section = make("section", "list", parent);
    const head = make("div", "head", this.section);
    this.title = make("h3", "", head);
    this.help = new Help(head, `summary-${parent.children.length}`);
    this.table = buildTable(this.section);
    this.lines = make("div", "lines", this.section);
  }

  update({ title, summary, name, headings, rows, lines }) {
    write(this.title, title);
    this.help.update(title, summary);
    fillHead(this.table, name, headings);
    const { body } = this.table;
    fit(body, rows.length, buildRow).forEach((row, place) => fillRow(row, rows[place]));
    if (!body.querySelector("[tabindex='0']") && rows.length) body.rows[0].cells[1].tabIndex = 0;
    fit(this.lines, lines.length, (parent) => make("p", "", parent)).forEach((node, place) => {
      node.className = lines[place].kind;
      write(node, lines[place].text);
    });
  }
}
