// Streamlit calls this at the first mount, and again on the same root when the data or the theme change.

const mounted = new WeakMap();

export default function (component) {
  const root = component.parentElement;
  if (!mounted.has(root)) mounted.set(root, new LinkedMaps(root));
  const maps = mounted.get(root);
  maps.update(component);
  return () => {
    mounted.delete(root);
    maps.close();
  };
}
