/** Where each piece of a View is drawn: stacks with the top piece on top, fanned stacks, pieces on a point. */

import type { Board, PieceView, PlaceEntry } from "./types";

export interface Spot {
  piece: PieceView;
  x: number;
  y: number;
  size: number;
  /** Drawn later where this is greater. */
  z: number;
  /** Height of the stack, on its top piece; 0 on those below. */
  count: number;
  /** The whole stack, on its top piece. */
  pile: readonly PieceView[];
  /** Covered so far that it is not drawn. */
  covered: boolean;
}

/** Where the next lower piece of a stack peeks out, as a share of the piece: never downwards, where names are. */
const PEEK: [number, number] = [0.09, -0.09];
const SHOWN = 3;
const FAN_ROW = 5;
/** From the middle of a counter to the middle of the count at its corner, and half of that count, as shares of the counter. */
const [BADGE, HALF] = [0.47, 0.17];

export type Heaps = Map<string, PieceView[]>;

function grouped(pieces: readonly PieceView[], keyOf: (piece: PieceView) => string): Heaps {
  const found: Heaps = new Map();
  for (const piece of pieces) {
    const key = keyOf(piece);
    const heap = found.get(key);
    if (heap) heap.push(piece);
    else found.set(key, [piece]);
  }
  return found;
}

/** The pieces on each place, top first; those that have a point of their own within it too. */
export function heaps(pieces: readonly PieceView[]): Heaps {
  const found = grouped(pieces.filter((piece) => piece.place), (piece) => piece.place);
  for (const heap of found.values()) heap.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return found;
}

/** The pieces on open ground by the unit that they belong to. */
export function companies(pieces: readonly PieceView[], unitOf: (id: string) => string): Heaps {
  return grouped(pieces.filter((piece) => piece.at && !piece.place), (piece) => unitOf(piece.id));
}

/** Pieces of different sides, and pieces in a roomy area, lie side by side instead of on one heap. */
function piles(heap: PieceView[], roomy: boolean): PieceView[][] {
  return [...grouped(heap, (piece) => (roomy ? piece.side : "")).values()];
}

export function sizeAt(board: Board, place: PlaceEntry): number {
  return place.room ? Math.min(board.piece, place.room * 1.3) : board.piece;
}

/** How low a counter lies among those that are its equals: those that can be chosen on top, those that are chosen lowest. */
export type Depth = (id: string) => number;

export function spots(board: Board, pieces: readonly PieceView[], places: Map<string, PlaceEntry>, fan: string | null, depth: Depth = () => 0): Spot[] {
  const found: Spot[] = [];
  for (const [id, heap] of heaps(pieces.filter((piece) => !piece.at))) {
    const place = places.get(id);
    if (!place) continue;
    if (id === fan && heap.length > 1) found.push(...fanned(board, heap, place));
    else found.push(...stacked(board, heap, place));
  }
  const printed = new Map(board.pieces.map((entry) => [entry.id, entry]));
  // Equal counters on one point of an area are a pile; a click takes the next one that can be chosen.
  const apart = grouped(pieces.filter((piece) => piece.at && piece.place), (piece) => `${piece.place} ${piece.at?.join()}`);
  for (const pile of apart.values()) {
    const sorted = pile.sort((a, b) => depth(a.id) - depth(b.id) || (a.order ?? 0) - (b.order ?? 0));
    found.push(...piled(sorted, pile[0]?.at ?? [0, 0], board.piece));
  }
  for (const piece of pieces) {
    if (!piece.at || piece.place) continue;
    const entry = printed.get(piece.id);
    const size = 2 * (entry?.radius ?? 0) || board.piece;
    // Models lie below the men that stand on and around them, who could not be touched otherwise.
    const z = entry?.shape === "model" ? 0 : Math.round(piece.at[1]);
    found.push({ piece, x: piece.at[0], y: piece.at[1], size, z, count: 1, pile: [piece], covered: false });
  }
  return found;
}

function stacked(board: Board, heap: PieceView[], place: PlaceEntry): Spot[] {
  const size = sizeAt(board, place);
  const all = piles(heap, (place.room ?? 0) > size);
  return all.flatMap((pile, column) => piled(pile, [place.x + (column - (all.length - 1) / 2) * size * 1.15, place.y], size));
}

/** One on the other, the first on top. */
function piled(pile: readonly PieceView[], [x, y]: readonly [number, number], size: number): Spot[] {
  return pile.map((piece, depth) => {
    const level = Math.min(depth, SHOWN - 1);
    return {
      piece,
      x: x + PEEK[0] * level * size,
      y: y + PEEK[1] * level * size,
      size,
      z: 10 * Math.round(y) + SHOWN - Math.min(depth, SHOWN),
      count: depth === 0 ? pile.length : 0,
      pile: depth === 0 ? pile : [],
      covered: depth >= SHOWN,
    };
  });
}

function fanned(board: Board, heap: PieceView[], place: PlaceEntry): Spot[] {
  const size = sizeAt(board, place);
  const rows = Math.ceil(heap.length / FAN_ROW);
  const columns = Math.min(heap.length, FAN_ROW);
  return heap.map((piece, at) => {
    const [row, column] = [Math.floor(at / FAN_ROW), at % FAN_ROW];
    return {
      piece,
      x: place.x + (column - (columns - 1) / 2) * size * 1.14,
      y: place.y + (row - (rows - 1) / 2) * size * 1.14,
      size: size * 1.04,
      z: 1_000_000 + at,
      count: 1,
      pile: [piece],
      covered: false,
    };
  });
}

/**
 * Does a click on this counter choose something that can act, in the stack below it? The ring of what lies there is all but
 * hidden, so the top wears one; not while it is chosen itself, when a click would drop it.
 */
export function leads(spot: Spot, able: (id: string) => boolean, chosen: ReadonlySet<string>): boolean {
  return !chosen.has(spot.piece.id) && spot.pile.some((piece) => able(piece.id));
}

/** The room that pieces and the counts of their stacks take on the map, as middles and halves. */
export function blocks(placed: readonly Spot[]): { x: number; y: number; wide: number; high: number }[] {
  return placed.filter((spot) => !spot.covered).flatMap(({ x, y, size, count }) => [
    { x, y, wide: size / 2, high: size / 2 },
    ...(count > 1 ? [{ x: x - BADGE * size, y: y - BADGE * size, wide: HALF * size, high: HALF * size }] : []),
  ]);
}

/** Pieces that nothing tells apart lie together: the first of each name, and how many there are. */
export function alike(ids: readonly string[], name: (id: string) => string): { id: string; count: number }[] {
  const found = new Map<string, { id: string; count: number }>();
  for (const id of ids) {
    const held = found.get(name(id));
    if (held) held.count += 1;
    else found.set(name(id), { id, count: 1 });
  }
  return [...found.values()];
}
