/** Measuring on open ground: from point to point, or from base to base when a piece stands at an end. */

import type { Point } from "./geometry";
import type { Board, PieceEntry, PieceView } from "./types";

export interface End {
  at: Point;
  /** Radius of the base that stands there. */
  radius: number;
}

/** The end of a tape at this point: it snaps to a piece that it touches. */
export function endAt(point: Point, pieces: readonly PieceView[], entries: ReadonlyMap<string, PieceEntry>): End {
  for (const piece of pieces) {
    const radius = entries.get(piece.id)?.radius ?? 0;
    if (piece.at && Math.hypot(piece.at[0] - point[0], piece.at[1] - point[1]) <= radius) return { at: piece.at, radius };
  }
  return { at: point, radius: 0 };
}

/** The length between two ends, edge to edge, in board units. */
export function span(from: End, to: End): number {
  const far = Math.hypot(from.at[0] - to.at[0], from.at[1] - to.at[1]);
  return Math.max(0, far - from.radius - to.radius);
}

/** A length in the board's unit of measure, in words. */
export function measured(board: Board, length: number): string {
  const unit = board.texts[board.measure ?? ""] ?? "";
  return `${Math.round(length / (board.scale || 1))} ${unit}`.trim();
}
