/** Ribbons: one for each unit of figures, behind its rear rank; the same drawing as the SVG renderer's. */

import type { Board, PieceEntry, PieceView } from "./types";

const CARD = "card.";
const BEHIND = 0.86;
const FONT = 0.41;
const HIGH = 0.6;
/** From one ribbon to the next behind it. */
const APART = 0.68;
/** So many hidden figures are as bad as a ribbon over another. */
const OVER = 100;
/** And so many as one beyond the edge of the table. */
const OFF = 10_000;

/** The table that they lie on. */
export type Room = Pick<Board, "width" | "height" | "piece">;

export interface Ribbon {
  unit: string;
  /** The figure that stands for the unit when the ribbon is taken hold of. */
  first: PieceView;
  words: string;
  x: number;
  y: number;
  width: number;
  height: number;
  font: number;
}

/** The statuses that a figure shows for itself: the card of the whole unit is on its ribbon. */
export const own = (statuses: readonly string[]): string[] => statuses.filter((status) => !status.startsWith(CARD));

/**
 * Behind the rear rank: below men who face up, above men who face down; in front, or up to two ribbons farther off, where it
 * lay over other ribbons or hid figures. The first of equal places.
 */
function heightOf(ys: readonly number[], heading: number, size: number, hides: (y: number) => number): number {
  const below = [0, 1, 2].map((far) => Math.max(...ys) + (BEHIND + far * APART) * size);
  const above = [0, 1, 2].map((far) => Math.min(...ys) - (BEHIND + far * APART) * size);
  const [behind, front] = heading <= 90 || heading >= 270 ? [below, above] : [above, below];
  return behind.flatMap((y, far) => [y, front[far] ?? y]).reduce((best, y) => (hides(y) < hides(best) ? y : best));
}

function ribbon(unit: PieceEntry, men: readonly PieceView[], first: PieceView, others: readonly [number, number][], placed: readonly Ribbon[], room: Room): Ribbon {
  const size = room.piece;
  const spots = men.flatMap((man) => (man.at ? [man.at] : []));
  const xs = spots.map(([x]) => x);
  const cards = (first.statuses ?? []).flatMap((status) => (status.startsWith(CARD) ? [status.slice(CARD.length).replaceAll("_", " ").toUpperCase()] : []));
  const words = [unit.name, String(men.length), ...cards].join(" · ");
  const width = (0.5 * words.length + 1.4) * FONT * size;
  const x = Math.max(width / 2, Math.min(room.width - width / 2, (Math.min(...xs) + Math.max(...xs)) / 2));
  const hides = (y: number): number =>
    others.filter(([u, v]) => Math.abs(u - x) < (width + size) / 2 && Math.abs(v - y) < ((HIGH + 1) * size) / 2).length +
    OVER * placed.filter((each) => Math.abs(each.x - x) < (each.width + width) / 2 && Math.abs(each.y - y) < each.height).length +
    (Math.min(y, room.height - y) < (HIGH * size) / 2 ? OFF : 0);
  const heading = (((first.heading ?? 0) % 360) + 360) % 360;
  const y = heightOf(spots.map(([, at]) => at), heading, size, hides);
  return { unit: unit.id, first, words, x, y, width, height: HIGH * size, font: FONT * size };
}

/** The ribbons of all units of figures in sight. */
export function ribbons(pieces: readonly PieceView[], entries: ReadonlyMap<string, PieceEntry>, room: Room): Ribbon[] {
  const units = new Map<string, PieceView[]>();
  for (const piece of pieces) {
    const entry = entries.get(piece.id);
    if (entry?.shape !== "figure" || !piece.at || piece.hidden) continue;
    const unit = entry.formation ?? "";
    units.set(unit, [...(units.get(unit) ?? []), piece]);
  }
  const others = [...units.values()].flatMap((men) => men.flatMap((man) => (man.at ? [man.at] : [])));
  const placed: Ribbon[] = [];
  for (const [id, men] of units) {
    const unit = entries.get(id);
    const first = men[0];
    if (unit && first) placed.push(ribbon(unit, men, first, others, placed, room));
  }
  return placed;
}
