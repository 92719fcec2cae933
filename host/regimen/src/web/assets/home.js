// Where the app lives: the path above its files, which is empty unless it is one of several programs on a host.
export const base = new URL("../..", import.meta.url).pathname.slice(0, -1);

export const go = (path) => location.assign(base + path);
