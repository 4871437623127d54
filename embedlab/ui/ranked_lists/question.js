// The box for the query, what else may have been meant, and what must be said of what was typed.

class Question {
  /** ask: takes the text of a new question. */
  constructor(parent, ask) {
    this.ask = ask;
    const row = make("div", "question", parent);
    const box = make("div", "box", row);
    const head = make("div", "head", box);
    this.label = make("label", "", head);
    this.help = new Help(head, "summary-question");
    this.input = make("input", "", box);
    this.input.id = this.label.htmlFor = "question";
    Object.assign(this.input, { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false });
    this.offers = make("p", "offers", row);
    this.offersLabel = make("span", "label", this.offers);
    this.offersList = make("span", "", this.offers);
    this.notes = make("div", "notes", parent);
    this.notes.role = "status";
    this.listen();
  }

  listen() {
    this.input.addEventListener("change", () => this.put(this.input.value));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.put(this.input.value);
    });
  }

  put(text) {
    if (text === this.asked) return;
    this.input.value = this.asked = text;
    this.waiting = true;
    this.ask(text);
  }

  update({ label, help, text, offers_label, offers }, notes) {
    write(this.label, label);
    this.help.update(label, help);
    this.receive(text);
    this.updateOffers(offers_label, offers);
    fit(this.notes, notes.length, (parent) => make("p", "", parent)).forEach((node, place) => {
      node.className = notes[place].kind;
      write(node, notes[place].text);
    });
  }

  /** What the answer is to. It is written only if it is not ours: meanwhile the reader may be typing. */
  receive(text) {
    if (text === this.asked) this.waiting = false;
    else if (!this.waiting) this.input.value = this.asked = text;
  }

  updateOffers(label, offers) {
    this.offers.hidden = !offers.length;
    write(this.offersLabel, label);
    const build = (parent) => {
      const button = make("button", "", parent);
      button.type = "button";
      button.addEventListener("click", () => this.put(button.value));
    };
    fit(this.offersList, offers.length, build).forEach((button, place) => {
      button.value = offers[place].text;
      write(button, offers[place].label);
    });
  }
}
