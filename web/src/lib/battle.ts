/** What the dice said, as far as events tell it: which dice, where, and what follows. Knows no game. */

import type { Point } from "./geometry";
import type { GameEvent, PieceEntry, PieceView } from "./types";

export interface Roll {
  dice: number[];
  event: GameEvent;
}

const isFace = (value: unknown): value is number => typeof value === "number" && value >= 1 && value <= 20;

/** The dice that an event names. */
export function diceOf({ params }: GameEvent): number[] {
  const { die, first, second, dice } = params;
  if (isFace(die)) return [die];
  if (isFace(first) && isFace(second)) return [first, second];
  return Array.isArray(dice) ? dice.filter(isFace).slice(0, 3) : [];
}

/** The last roll among events; a result outweighs what was rolled on the way to it. */
export function rollOf(events: readonly GameEvent[]): Roll | null {
  const rolled = events.filter((event) => diceOf(event).length);
  const event = rolled.findLast((each) => each.params["result"] !== undefined) ?? rolled.at(-1);
  return event ? { dice: diceOf(event), event } : null;
}

/** A result written as losses of attacker and defender. */
export function lossesOf({ params }: GameEvent): [number, number] | null {
  const found = /^(\d+)\/(\d+)$/.exec(String(params["result"] ?? ""));
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** A sentence of the client's catalogue; the sides in it by their ids. */
export interface Told {
  key: "stamp.both" | "stamp.none" | "stamp.losses" | "stamp.sides" | "stamp.yours";
  params: { attacking?: string; attacked?: string } & Record<string, number | string>;
}

/**
 * What both sides lose, in the words in which the odds were told: "you" and "they" for those who play, the names of the sides for
 * whoever looks on. Those who stood at the place before the roll are the defenders.
 */
export function toldLosses(event: GameEvent, before: readonly PieceView[], sides: readonly string[], viewer: string): Told | null {
  const losses = lossesOf(event);
  if (!losses) return null;
  const [attacker, defender] = losses;
  if (attacker === defender) return { key: attacker ? "stamp.both" : "stamp.none", params: { count: attacker } };
  const attacked = before.find((piece) => piece.place === event.params["hex"])?.side;
  const attacking = sides.find((side) => side !== attacked);
  if (attacked === undefined || attacking === undefined) return { key: "stamp.losses", params: { attacker, defender } };
  if (!sides.includes(viewer)) return { key: "stamp.sides", params: { attacker, defender, attacking, attacked } };
  const [yours, theirs] = viewer === attacked ? [defender, attacker] : [attacker, defender];
  return { key: "stamp.yours", params: { yours, theirs } };
}

export interface Loss {
  piece: string;
  by: number;
}

/** Pieces that have become weaker between two views, by their steps or else by the first value printed on them. */
export function weakened(before: readonly PieceView[], after: readonly PieceView[], entries: ReadonlyMap<string, PieceEntry>): Loss[] {
  const old = new Map(before.map((piece) => [piece.id, piece]));
  return after.flatMap((piece): Loss[] => {
    const entry = entries.get(piece.id);
    const was = old.get(piece.id);
    const key = entry?.values && "steps" in entry.values ? "steps" : entry?.layout?.[0];
    if (!was || !entry || piece.hidden || was.hidden || key === undefined) return [];
    const [a, b] = [was.values?.[key] ?? entry.values?.[key], piece.values?.[key] ?? entry.values?.[key]];
    return typeof a === "number" && typeof b === "number" && b < a ? [{ piece: piece.id, by: a - b }] : [];
  });
}

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/** How much worse it is to cover those who fight than anybody else. */
const FIGHTERS = 1000;

/** Is the middle of a thing within a battle, that is, on its place or next to it? */
const within = ({ left, top, width, height }: Rect, [x, y]: Point): boolean => Math.hypot(left + width / 2 - x, top + height / 2 - y) < 2.2 * Math.max(width, height);

/**
 * Where something of this size lies beside a point without covering what stands there: the nearest free spot around it,
 * else the one that covers least, and those who fight last of all.
 */
export function freeSpot([x, y]: Point, size: { width: number; height: number }, port: { width: number; height: number }, taken: readonly Rect[]): Rect {
  let best: Rect | null = null;
  let least = Infinity;
  for (const far of [70, 110, 150, 200, 260, 330, 420]) {
    for (let turn = 0; turn < 12; turn++) {
      const angle = Math.PI / 2 + (turn * Math.PI) / 6;
      const left = x + Math.cos(angle) * (far + size.width / 2) - size.width / 2;
      const top = y + Math.sin(angle) * (far + size.height / 2) - size.height / 2;
      const rect = { left, top, ...size };
      if (left < 4 || top < 4 || left + size.width > port.width - 4 || top + size.height > port.height - 4) continue;
      const covered = taken.reduce((sum, other) => sum + overlap(rect, other) * (within(other, [x, y]) ? FIGHTERS : 1), 0);
      if (covered === 0) return rect;
      if (covered < least) [best, least] = [rect, covered];
    }
  }
  return best ?? { left: Math.max(4, Math.min(x, port.width - size.width - 4)), top: 4, ...size };
}
