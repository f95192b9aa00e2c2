/** Which part of the map a window shows: pure arithmetic on scales and middles. */

import type { Point } from "./geometry";
import type { Board } from "./types";

/** A scale and the point of the board in the middle of the window. */
export interface Look {
  k: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Pixels of a window that something covers, at its right and lower edge. */
export interface Inset {
  right: number;
  bottom: number;
}

/** Pixels that a counter needs to be read without leaning forward; on a small screen; a figure's base anywhere. */
const LEGIBLE = 44;
const LEGIBLE_SMALL = 36;
const SMALL = 700;
/** The camera never shows counters smaller than this by itself. */
const LEAST = 30;
/** How far from the edge the middle of a counter must be for the whole of it to be seen, as a share of its size. */
const WHOLE = 0.62;
/** Pixels around what is asked about. */
const MARGIN = 80;

/** The scale at which a board opens in a window of this width. */
export function openingScale(board: Board, port: Size): number {
  const pixels = board.ground === "table" || port.width < SMALL ? LEGIBLE_SMALL : LEGIBLE;
  return Math.max(pixels / board.piece, Math.min(port.width / board.width, port.height / board.height));
}

/** The whole map. */
export function fitted(board: Board, port: Size): Look {
  const k = Math.min(port.width / board.width, port.height / board.height) * 0.985;
  return { k, x: board.width / 2, y: board.height / 2 };
}

/** How near to the enemy the front is, in counters: three places. */
const NEAR = 4.5;

/** Of these what faces the enemy, or all where nothing does. */
export function facing(spots: readonly Point[], foes: readonly Point[], { piece }: Pick<Board, "piece">): Point[] {
  const front = spots.filter(([x, y]) => foes.some(([a, b]) => Math.hypot(a - x, b - y) <= NEAR * piece));
  return front.length ? front : [...spots];
}

/** What a player wants to see first: as much as can be of what he has to decide about, large enough to be read. */
export function opening(board: Board, port: Size, wanted: readonly Point[]): Look {
  const k = openingScale(board, port);
  const [x, y] = wanted.length ? densest(wanted, (0.9 * port.width) / k, (0.9 * port.height) / k) : [board.width / 2, board.height / 2];
  return kept({ k, x, y }, board, port);
}

/** The look moved so that the window does not show more beyond the edge of the map than it must. */
export function kept({ k, x, y }: Look, board: Board, port: Size): Look {
  return { k, x: within(x, port.width / k / 2, board.width), y: within(y, port.height / k / 2, board.height) };
}

const within = (at: number, half: number, size: number): number =>
  2 * half > size ? size / 2 : Math.min(Math.max(at, half), size - half);

/** More points than this are not looked at one by one. */
const ENOUGH = 240;

/** The middle of the window of this size that holds the most points. */
export function densest(points: readonly Point[], width: number, height: number): Point {
  const stride = Math.ceil(points.length / ENOUGH);
  const some = points.filter((_, at) => at % stride === 0);
  const around = ([x, y]: Point): Point[] => some.filter(([px, py]) => Math.abs(px - x) <= width / 2 && Math.abs(py - y) <= height / 2);
  let best: Point[] = [];
  for (const point of some) {
    const first = around(point);
    const found = around(middle(first));
    const held = found.length < first.length ? first : found;
    if (held.length > best.length) best = held;
  }
  return middle(best);
}

interface Span {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function span(points: readonly Point[]): Span {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function middle(points: readonly Point[]): Point {
  const { left, right, top, bottom } = span(points);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** The part of a window that nothing covers. */
export const free = (port: Size, inset: Inset): Size => ({ width: port.width - inset.right, height: port.height - inset.bottom });

/** A look meant for the free part of a window, as one for the whole of it. */
export const beside = ({ k, x, y }: Look, inset: Inset): Look => ({ k, x: x + inset.right / 2 / k, y: y + inset.bottom / 2 / k });
const unbeside = ({ k, x, y }: Look, inset: Inset): Look => ({ k, x: x - inset.right / 2 / k, y: y - inset.bottom / 2 / k });

/** Does a window show this point, at least so many pixels from its edge? */
export function shows({ k, x, y }: Look, port: Size, inset: Inset, [px, py]: Point, margin = 0): boolean {
  const [sx, sy] = [(px - x) * k + port.width / 2, (py - y) * k + port.height / 2];
  return sx >= margin && sy >= margin && sx <= port.width - inset.right - margin && sy <= port.height - inset.bottom - margin;
}

/**
 * The nearest look that shows all of these points: the same if they are in sight already, else moved as little as will do,
 * and further away only as long as counters can be read. What does not fit then is shown as far as possible.
 */
export function framed(look: Look, board: Board, port: Size, inset: Inset, points: readonly Point[]): Look {
  const whole = Math.min(MARGIN, WHOLE * board.piece * look.k);
  if (!points.length || points.every((point) => shows(look, port, inset, point, whole))) return look;
  const room = free(port, inset);
  const [wide, high] = [Math.max(room.width - 2 * MARGIN, room.width / 2), Math.max(room.height - 2 * MARGIN, room.height / 2)];
  const box = span(points);
  const fits = Math.min(wide / (box.right - box.left || 1), high / (box.bottom - box.top || 1));
  const k = Math.min(look.k, Math.max(fits, Math.min(look.k, LEAST / board.piece)));
  if (k > fits) {
    const [x, y] = densest(points, wide / k, high / k);
    return beside(kept({ k, x, y }, board, room), inset);
  }
  const here = unbeside(look, inset);
  const nearest = (at: number, low: number, upper: number, half: number): number => Math.min(Math.max(at, upper - half), low + half);
  const x = nearest(here.x, box.left, box.right, wide / k / 2);
  const y = nearest(here.y, box.top, box.bottom, high / k / 2);
  return beside({ k, x, y }, inset);
}

/** One step of a camera that moves smoothly; `share` runs from 0 to 1. */
export function between(from: Look, to: Look, share: number): Look {
  const eased = share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
  const mix = (a: number, b: number): number => a + (b - a) * eased;
  return { k: Math.exp(mix(Math.log(from.k), Math.log(to.k))), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}

/** What lies out of sight, counted by the edge that it lies beyond. */
export interface Beyond {
  edge: "left" | "right" | "top" | "bottom";
  count: number;
  /** Where on the screen the count stands. */
  x: number;
  y: number;
  /** The nearest of them. */
  goal: Point;
}

/** Half the size of a count at the edge. */
const HALF = 14;

export function beyond(look: Look, port: Size, inset: Inset, points: readonly Point[]): Beyond[] {
  const { width, height } = free(port, inset);
  const found = new Map<Beyond["edge"], { at: Point; point: Point; far: number }[]>();
  for (const point of points) {
    const [x, y] = [(point[0] - look.x) * look.k + port.width / 2, (point[1] - look.y) * look.k + port.height / 2];
    const far = { left: -x, right: x - width, top: -y, bottom: y - height };
    const [edge, most] = (Object.entries(far) as [Beyond["edge"], number][]).reduce((a, b) => (b[1] > a[1] ? b : a));
    if (most > 0) found.set(edge, [...(found.get(edge) ?? []), { at: [x, y], point, far: most }]);
  }
  return [...found].flatMap(([edge, held]): Beyond[] => {
    const nearest = held.reduce((a, b) => (b.far < a.far ? b : a));
    const keep = (at: number, size: number): number => Math.min(Math.max(at, HALF + 4), size - HALF - 4);
    return [{ edge, count: held.length, x: keep(nearest.at[0], width), y: keep(nearest.at[1], height), goal: nearest.point }];
  });
}
