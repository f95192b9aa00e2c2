/** A way laid by hand, place by place. */

/** The fewest steps from one place to another, both included; null when there is no way on this map. */
function between(from: string, to: string, neighbours: (id: string) => readonly string[]): string[] | null {
  const before = new Map<string, string | null>([[from, null]]);
  const waiting = [from];
  for (const place of waiting) {
    if (place === to) break;
    for (const next of neighbours(place)) {
      if (before.has(next)) continue;
      before.set(next, place);
      waiting.push(next);
    }
  }
  if (!before.has(to)) return null;
  const found: string[] = [];
  for (let at: string | null = to; at !== null; at = before.get(at) ?? null) found.unshift(at);
  return found;
}

/** A way that goes on to another place; one that is on the way already is gone back to. */
export function extended(way: readonly string[], place: string, neighbours: (id: string) => readonly string[]): string[] {
  const known = way.indexOf(place);
  if (known >= 0) return way.slice(0, known + 1);
  const end = way.at(-1);
  const more = end === undefined ? [place] : between(end, place, neighbours);
  return more === null ? [...way] : [...way, ...more.slice(end === undefined ? 0 : 1)];
}
