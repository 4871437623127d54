/** Takes the ranks of all rows, seen from the picked one, and rows to mark to the maps at the same address. */
export default function ({ data }) {
  const { address, digest, row, marked } = data;
  if (!data.ranks && !marked) return;
  letters().set(address, { digest, row, marked, ranks: data.ranks?.getChild("rank").toArray() });
  globalThis.dispatchEvent(new CustomEvent("embedlab-letter", { detail: data.address }));
}
