// Where the element of the ranks leaves what it brings: the maps are large and are not sent again for a click.

/** Letters by the address of the maps: { digest, row, ranks, marked }. Shared by all elements of the page. */
function letters() {
  return (globalThis[Symbol.for("embedlab.letters")] ??= new Map());
}
