/** A URL for everything; the back button works. */

const GAME = /^\/([23456789abcdefghjkmnpqrstuvwxyz]{8})(?:\/(join|[a-z_]+))?\/?$/;

export type Route =
  | { page: "lobby" }
  | { page: "title"; title: string }
  | { page: "new"; title: string | null }
  | { page: "game"; id: string; side: string | null; at: number | null }
  | { page: "join"; id: string; secret: string }
  | { page: "me" }
  | { page: "login" }
  | { page: "lost" };

/** What an address shows. */
export function routeOf(path: string, search: string, hash: string): Route {
  const query = new URLSearchParams(search);
  if (path === "/" || path === "") return query.has("new") ? { page: "new", title: query.get("new") || null } : { page: "lobby" };
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

class Router {
  route = $state.raw<Route>({ page: "lobby" });

  start(): void {
    this.read();
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(location.pathname, location.search, location.hash);
  }

  /** Plain clicks on our own links stay in the page. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
