/** A new node, its text set as text and never as markup: what it says may come from a vocabulary. */
function make(tag, className, parent, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  parent?.append(node);
  return node;
}
