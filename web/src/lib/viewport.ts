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

/** Pixels that a counter needs to be read without leaning forward. */
const LEGIBLE = 27;
/** Nobody wants to begin closer than this. */
const CLOSEST = 1.6;

/** What the buttons at the right edge cover. */
const TOOLS = 56;

/** The part of a window that no buttons cover; on a small screen everything is needed. */
export const clear = (port: Size): Size => ({ ...port, width: port.width - (port.width > 12 * TOOLS ? TOOLS : 0) });

/** A look that was meant for the clear part of a window, as one for the whole of it. */
export const beside = (look: Look, port: Size): Look => ({ ...look, x: look.x + (port.width - clear(port).width) / 2 / look.k });

/** The whole map. */
export function fitted(board: Board, port: Size): Look {
  const k = Math.min(port.width / board.width, port.height / board.height) * 0.985;
  return { k, x: board.width / 2, y: board.height / 2 };
}

/** What a player wants to see first: all pieces, or as many of his own as leave them large enough to read. */
export function opening(board: Board, port: Size, all: readonly Point[], own: readonly Point[]): Look {
  const whole = fitted(board, port);
  if (!all.length) return whole;
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = 3 * board.piece;
  const fits = Math.min(port.width / (right - left + room), port.height / (bottom - top + room));
  const k = Math.max(whole.k, Math.min(Math.max(fits, LEGIBLE / board.piece), CLOSEST));
  if (k <= fits) return { k, x: (left + right) / 2, y: (top + bottom) / 2 };
  const middle = own.length ? own : all;
  return {
    k,
    x: within(mean(middle.map(([x]) => x)), port.width / k / 2, board.width),
    y: within(mean(middle.map(([, y]) => y)), port.height / k / 2, board.height),
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The window does not look beyond the edge of the map unless the map is smaller than the window. */
const within = (at: number, half: number, size: number): number =>
  2 * half > size ? size / 2 : Math.min(Math.max(at, half), size - half);
