/** What lies on open ground under a point. Knows no game. */

import { inside, type Point } from "./geometry";
import type { GroundEntry } from "./types";

/** How far a point lies from a stretch of a line. */
function away([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

export function lies({ points, width = 0 }: GroundEntry, at: Point): boolean {
  const line = points.map(([x = 0, y = 0]): Point => [x, y]);
  if (!width) return inside([line], ...at);
  return line.some((end, number) => number > 0 && away(at, line[number - 1] ?? end, end) <= width);
}

/** The outline of a house as path data. */
export const outline = ({ points }: GroundEntry): string => `M${points.map((at) => at.join(" ")).join("L")}Z`;

/** What lies on top there. */
export const groundAt = (grounds: readonly GroundEntry[], at: Point): GroundEntry | null => grounds.findLast((entry) => lies(entry, at)) ?? null;
