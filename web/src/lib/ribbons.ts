/** Ribbons: one for each unit of figures, behind its rear rank, and for each vessel and vehicle; the same drawing as the SVG renderer's. */

import type { Board, PieceEntry, PieceView } from "./types";

const CARD = "card.";
/** From a base or a hull to the middle of the ribbon. */
const BEHIND = 0.36;
const FONT = 0.41;
const HIGH = 0.6;
/** From one ribbon to the next behind it. */
const APART = 0.68;
/** From a base or a hull to the end of a ribbon beside it. */
const ASIDE = 0.1;
/** So many hidden figures or hulls are as bad as a ribbon over another. */
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

/** The room that a piece takes on the table: its middle, and half its width and height. */
interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** Vessels and vehicles, which have a name of their own; a gun goes by the name of its crew. */
export const named = (entry: PieceEntry | null | undefined): boolean => entry?.shape === "model" && (entry.long ?? 1) > 1;

function boxOf(entry: PieceEntry, [x, y]: readonly [number, number], heading: number, size: number): Box {
  const half = entry.radius || size / 2;
  if (!named(entry)) return { x, y, wide: half, high: half };
  const [sin, cos] = [Math.abs(Math.sin((heading * Math.PI) / 180)), Math.abs(Math.cos((heading * Math.PI) / 180))];
  const along = half * (entry.long ?? 1);
  return { x, y, wide: along * sin + half * cos, high: along * cos + half * sin };
}

function wordsOf(unit: PieceEntry, men: number, statuses: readonly string[]): string {
  const cards = statuses.flatMap((status) => (status.startsWith(CARD) ? [status.slice(CARD.length).replaceAll("_", " ").toUpperCase()] : []));
  return [unit.name.replace(/ \(.*\)$/, ""), ...(men ? [String(men)] : []), ...cards].join(" · ");
}

/**
 * Behind the rear rank: below men who face up, above men who face down; in front, up to two ribbons farther off, or beside
 * them, where it lay over other ribbons or hid figures. The first of equal places.
 */
function middleOf(own: readonly Box[], width: number, heading: number, room: Room, hides: (x: number, y: number) => number): readonly [number, number] {
  const size = room.piece;
  const [left, right] = [Math.min(...own.map((box) => box.x - box.wide)), Math.max(...own.map((box) => box.x + box.wide))];
  const [top, bottom] = [Math.min(...own.map((box) => box.y - box.high)), Math.max(...own.map((box) => box.y + box.high))];
  const xs = [(left + right) / 2, left + width / 2, right - width / 2].map((x) => Math.max(width / 2, Math.min(room.width - width / 2, x)));
  const down = heading <= 90 || heading >= 270;
  const tries = [0, 1, 2].flatMap((far) => {
    const away = (BEHIND + far * APART) * size;
    const ys = down ? [bottom + away, top - away] : [top - away, bottom + away];
    return xs.flatMap((x) => ys.map((y) => [x, y] as const));
  });
  const beside = width / 2 + ASIDE * size;
  const sides = [left - beside, right + beside].filter((x) => x > width / 2 && x < room.width - width / 2);
  tries.push(...sides.flatMap((x) => [(top + bottom) / 2, top + (HIGH * size) / 2, bottom - (HIGH * size) / 2].map((y) => [x, y] as const)));
  return tries.reduce((best, spot) => (hides(...spot) < hides(...best) ? spot : best));
}

interface Unit {
  entry: PieceEntry;
  first: PieceView;
  men: number;
  own: Box[];
}

function ribbon(unit: Unit, others: readonly Box[], placed: readonly Ribbon[], room: Room): Ribbon {
  const size = room.piece;
  const words = wordsOf(unit.entry, unit.men, unit.first.statuses ?? []);
  const width = (0.5 * words.length + 1.4) * FONT * size;
  const hides = (x: number, y: number): number =>
    others.filter((box) => Math.abs(box.x - x) < width / 2 + box.wide && Math.abs(box.y - y) < (HIGH * size) / 2 + box.high).length +
    OVER * placed.filter((each) => Math.abs(each.x - x) < (each.width + width) / 2 && Math.abs(each.y - y) < each.height).length +
    (Math.min(y, room.height - y) < (HIGH * size) / 2 ? OFF : 0);
  const heading = (((unit.first.heading ?? 0) % 360) + 360) % 360;
  const [x, y] = middleOf(unit.own, width, heading, room, hides);
  return { unit: unit.entry.id, first: unit.first, words, x, y, width, height: HIGH * size, font: FONT * size };
}

/** The ribbons of all units in sight. */
export function ribbons(pieces: readonly PieceView[], entries: ReadonlyMap<string, PieceEntry>, room: Room): Ribbon[] {
  const units = new Map<string, Unit>();
  const others: Box[] = [];
  for (const piece of pieces) {
    const entry = entries.get(piece.id);
    const figure = entry?.shape === "figure";
    const unit = figure ? entries.get(entry.formation ?? "") : entry;
    if (!entry || !unit || !piece.at || piece.hidden || !(figure || named(entry))) continue;
    const box = boxOf(entry, piece.at, piece.heading ?? 0, room.piece);
    others.push(box);
    const known = units.get(unit.id) ?? { entry: unit, first: piece, men: 0, own: [] };
    units.set(unit.id, known);
    known.own.push(box);
    if (figure && !known.men++) known.first = piece;
  }
  const placed: Ribbon[] = [];
  for (const unit of units.values()) placed.push(ribbon(unit, others, placed, room));
  return placed;
}
