/** Open ground without a mouse: a cursor that goes anywhere, and the points and pieces it can jump to. */

import type { Point } from "./geometry";
import type { Offer } from "./options";
import type { PieceView } from "./types";

export interface Stop {
  at: Point;
  /** The piece that stands there, if that is what can be chosen. */
  piece: string | null;
}

/** What can be chosen next, in reading order: the listed points of a move, otherwise the pieces that can act. */
export function stopsOf(pieces: readonly PieceView[], offer: Offer, unitOf: (id: string) => string): Stop[] {
  const stops: Stop[] = [];
  for (const point of offer.points.keys()) {
    const [x = 0, y = 0] = point.split(":").map(Number);
    stops.push({ at: [x, y], piece: null });
  }
  const units = new Set<string>();
  for (const piece of stops.length ? [] : pieces) {
    const unit = offer.pieces.has(piece.id) ? piece.id : unitOf(piece.id);
    if (!piece.at || !offer.pieces.has(unit) || units.has(unit)) continue;
    units.add(unit);
    stops.push({ at: piece.at, piece: piece.id });
  }
  return stops.sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
}

/** The stop after (or before) a point in the list; the first or last one from nowhere. */
export function nextStop(stops: readonly Stop[], from: Point | null, by: 1 | -1): Stop | null {
  const now = from ? stops.findIndex(({ at }) => at[0] === from[0] && at[1] === from[1]) : -1;
  const to = now < 0 ? (by > 0 ? 0 : stops.length - 1) : (now + by + stops.length) % stops.length;
  return stops[to] ?? null;
}

/** The piece nearest to a point of open ground, within a distance. */
export function pieceNear(pieces: readonly PieceView[], [x, y]: Point, within: number): PieceView | null {
  let best: PieceView | null = null;
  let least = within;
  for (const piece of pieces) {
    if (!piece.at) continue;
    const distance = Math.hypot(piece.at[0] - x, piece.at[1] - y);
    if (distance <= least) [best, least] = [piece, distance];
  }
  return best;
}

/** A point moved in a direction, kept on the table. */
export function moved([x, y]: Point, [dx, dy]: Point, step: number, width: number, height: number): Point {
  const keep = (value: number, most: number): number => Math.round(Math.max(0, Math.min(most, value)));
  return [keep(x + dx * step, width), keep(y + dy * step, height)];
}
