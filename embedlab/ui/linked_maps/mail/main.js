/** Takes the ranks of all rows, seen from the picked one, to the maps at the same address. Shows nothing. */
export default function ({ data }) {
  if (!data.ranks) return;
  const ranks = data.ranks.getChild("rank").toArray();
  letters().set(data.address, { digest: data.digest, row: data.row, ranks });
  globalThis.dispatchEvent(new CustomEvent("embedlab-letter", { detail: data.address }));
}
