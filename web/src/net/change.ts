/** Differences between two documents (docs/protocol.md, section 5), applied: how a View follows the one before it. */

import type { Change } from "./documents";

/** The document that a change makes of another; what has not changed is taken over as it is. */
export function changed<T>(old: T, change: Change): T {
  if ("is" in change) return change.is as T;
  if (change.in) {
    const kept = Object.entries(old as Record<string, unknown>).filter(([key]) => !change.gone?.includes(key));
    const made: Record<string, unknown> = Object.fromEntries(kept);
    for (const [key, part] of Object.entries(change.in)) made[key] = changed(made[key], part);
    return made as T;
  }
  const from = old as unknown[];
  const made: unknown[] = [];
  let at = 0;
  for (const step of change.list ?? []) {
    if (typeof step !== "number") made.push(...step);
    else {
      if (step > 0) made.push(...from.slice(at, at + step));
      at += Math.abs(step);
    }
  }
  return made as T;
}
