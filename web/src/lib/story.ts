/** How a finished game went, as a curve: the chance of one side from the first action to the last. */

import type { Story } from "../net/wire";
import type { Point } from "./geometry";

export interface Curve {
  line: string;
  area: string;
  /** Where a turn begins. */
  turns: number[];
  /** Where the curve is after so many actions. */
  at: (ply: number) => Point;
}

export function curve({ points }: Pick<Story, "points">, seat: number, width: number, height: number): Curve {
  const last = points.at(-1)?.ply || 1;
  const chance = (at: number): number => points[at]?.chances[seat] ?? 0;
  const spot = (ply: number, share: number): Point => [(width * ply) / last, height * (1 - share)];
  const line = points.map(({ ply }, at) => spot(ply, chance(at)).map((each) => each.toFixed(1)).join(" ")).join("L");
  const turns = points.filter((point, at) => at > 0 && point.turn !== points[at - 1]?.turn).map(({ ply }) => spot(ply, 0)[0]);
  return {
    line: `M${line}`,
    area: `M0 ${height}L${line}L${width} ${height}Z`,
    turns,
    at: (ply) => spot(ply, chance(Math.max(0, points.findLastIndex((point) => point.ply <= ply)))),
  };
}

/** A turn of the tide in whole per cents, through the eyes of one side. */
export function swing({ before, after }: Story["moments"][number], seat: number): { before: number; after: number } {
  return { before: Math.round(100 * (before[seat] ?? 0)), after: Math.round(100 * (after[seat] ?? 0)) };
}

/** What the dice gave one side, in whole points of the chance to win; the first side's gain is the other's loss. */
export function fortune({ luck }: Pick<Story, "luck">, seat: number): { throws: number; points: number; fell: "good" | "even" | "bad" } | null {
  if (!luck?.throws) return null;
  const gained = Math.round(100 * luck.gained) * (seat === 0 ? 1 : -1);
  return { throws: luck.throws, points: Math.abs(gained), fell: gained > 0 ? "good" : gained < 0 ? "bad" : "even" };
}
