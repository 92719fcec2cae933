// Where the app lives: the path above its files, which is empty unless it is one of several programs on a host.
export const base = new URL("../..", import.meta.url).pathname.slice(0, -1);

// Goes to a path of the app; what would lead to another site leads home.
export function go(path) {
  const url = new URL(base + path, location.origin);
  location.assign(url.origin === location.origin ? url : `${base}/`);
}
