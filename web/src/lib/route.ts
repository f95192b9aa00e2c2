/** What each address shows (docs/protocol.md, section 1). */

const GAME = /^\/([23456789abcdefghjkmnpqrstuvwxyz]{8})(?:\/(join|[a-z_]+))?\/?$/;

export type Route =
  | { page: "lobby"; unknown?: string }
  | { page: "title"; title: string }
  | { page: "new"; title: string | null }
  | { page: "game"; id: string; side: string | null; at: number | null }
  | { page: "join"; id: string; secret: string }
  | { page: "me" }
  | { page: "login" }
  | { page: "lost" };

function root(query: URLSearchParams): Route {
  if (query.has("new")) return { page: "new", title: query.get("new") || null };
  const unknown = query.get("unknown");
  return unknown ? { page: "lobby", unknown } : { page: "lobby" };
}

/** What an address shows. */
export function routeOf(path: string, search: string, hash: string): Route {
  const query = new URLSearchParams(search);
  if (path === "/" || path === "") return root(query);
  if (path === "/me") return { page: "me" };
  if (path === "/login") return { page: "login" };
  const title = /^\/t\/([\w-]+)\/?$/.exec(path)?.[1];
  if (title) return { page: "title", title };
  const game = GAME.exec(path);
  const id = game?.[1];
  if (!id) return { page: "lost" };
  if (game[2] === "join") return { page: "join", id, secret: hash.replace(/^#/, "") };
  const at = query.get("at");
  return { page: "game", id, side: game[2] ?? null, at: at !== null && /^\d+$/.test(at) ? Number(at) : null };
}
