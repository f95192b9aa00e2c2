/** What others did, cut into steps that can be shown one after another. */

import type { Entry } from "../net/wire";

export interface Step {
  seq: number;
  ply: number;
  /** Whose doing it is; the dice roll for whoever acted before. */
  by: string;
  entry: Entry;
}

export type Pace = "instant" | "fast" | "normal" | "slow";

/** Milliseconds for each step. */
export const PACES: Record<Pace, number> = { instant: 0, fast: 350, normal: 800, slow: 1_600 };

/** However much has happened, nobody waits longer than about this. */
const LONGEST = 20_000;
const SHORTEST = 120;

/** How long a step stays on the table when so many more are waiting. */
export function stay(pace: number, waiting: number): number {
  return Math.max(SHORTEST, Math.min(pace, LONGEST / Math.max(1, waiting)));
}

/**
 * The steps after a sequence number that others took and that still stand. Dice that answer to one's own action are not
 * somebody else's step, and what a side may know nothing of is not shown.
 */
export function stepsAfter(entries: readonly Entry[], after: number, standing: ReadonlySet<number>, own: readonly string[]): Step[] {
  let by = "";
  const steps: Step[] = [];
  for (const entry of entries) {
    if (entry.author !== "dice") by = entry.author;
    const shown = entry.seq > after && entry.kind === "act" && standing.has(entry.seq) && entry.events.length > 0;
    if (shown && !own.includes(by)) steps.push({ seq: entry.seq, ply: entry.ply, by, entry });
  }
  return steps;
}
