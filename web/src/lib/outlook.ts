/** What an attack promises both sides, from the chances that a preview brings. */

import type { Chance, Preview } from "./types";

export interface Outlook {
  /** What each side loses on average. */
  yours: number;
  theirs: number;
  /** How likely it is to lose more than the enemy. */
  worse: number;
}

/** Above this share of bad outcomes a player is warned. */
const RISKY = 0.45;

export function outlook(chances: readonly Chance[]): Outlook | null {
  if (!chances.length || chances.some((chance) => chance.yours === undefined || chance.yours === null)) return null;
  const sum = { yours: 0, theirs: 0, worse: 0 };
  for (const { numerator, denominator, yours, theirs } of chances) {
    const share = numerator / denominator;
    sum.yours += share * (yours ?? 0);
    sum.theirs += share * (theirs ?? 0);
    if ((yours ?? 0) > (theirs ?? 0)) sum.worse += share;
  }
  return sum;
}

export const risky = (found: Outlook): boolean => found.worse > RISKY;

/** Does every roll cost more than it brings? Nobody says "in 100 of 100 rolls". */
export const certain = (found: Outlook): boolean => Math.round(100 * found.worse) >= 100;

/** An average as it is read: one digit after the point, none where there is nothing. */
export const average = (value: number): string => (Math.abs(value) < 0.05 ? "0" : value.toFixed(1));

/** Those that tell about this answer, or about the first where none is meant, and those that hold whatever is answered. */
export function answering(previews: readonly Preview[], action: string | null): Preview[] {
  const meant = previews.some(({ answer }) => answer && answer === action) ? action : previews.find(({ answer }) => answer)?.answer;
  return previews.filter(({ answer }) => !answer || answer === meant);
}

/**
 * Of all rolls that could be asked for, those of the pieces that are chosen, at the place that is chosen with them; all, if it is
 * none of theirs. What a card would do is told once it is chosen.
 */
export function concerning(previews: Preview[], chosen: ReadonlySet<string>, place: string | null = null): Preview[] {
  const theirs = previews.filter(({ params }) => [params?.unit, params?.piece].some((id) => typeof id === "string" && chosen.has(id)));
  const there = theirs.filter(({ params }) => params?.target === place);
  if (there.length) return there;
  return theirs.length ? theirs : previews.filter(({ params }) => params?.piece === undefined);
}

/** Whole per cents that add up to one hundred: what rounding down left goes to those who lost most by it. */
export function percents(chances: readonly Chance[]): number[] {
  const exact = chances.map(({ numerator, denominator }) => (100 * numerator) / denominator);
  const whole = exact.map(Math.floor);
  const total = Math.round(exact.reduce((sum, each) => sum + each, 0));
  const order = exact.map((each, at) => ({ at, lost: each - Math.floor(each) })).sort((a, b) => b.lost - a.lost);
  let left = total - whole.reduce((sum, each) => sum + each, 0);
  for (const { at } of order) {
    if (left-- <= 0) break;
    whole[at] = (whole[at] ?? 0) + 1;
  }
  return whole;
}
