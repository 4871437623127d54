// Streamlit calls this at the first mount, and again on the same root when the data or the theme change.

const mounted = new WeakMap();

export default function (component) {
  const root = component.parentElement;
  if (!mounted.has(root)) {
    try {
      mounted.set(root, new LinkedMaps(root));
    } catch (error) {
      if (!(error instanceof NoWebGL2)) throw error;
      root.querySelector(".linked-maps")?.remove();
      root.querySelector(".none")?.remove();
      make("p", "linked-maps none", root, component.data.scene.words.no_webgl);
      return undefined;
    }
  }
  const maps = mounted.get(root);
  maps.update(component);
  return () => {
    mounted.delete(root);
    maps.close();
  };
}
