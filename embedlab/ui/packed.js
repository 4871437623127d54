const bytes = Uint8Array.from(atob("PACKED"), (letter) => letter.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const address = URL.createObjectURL(new Blob([await new Response(unpacked).text()], { type: "text/javascript" }));
const { default: element } = await import(address);
URL.revokeObjectURL(address);
export default element;
