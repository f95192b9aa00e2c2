/** A game that stands where the rules have been corrected: what its players can choose from. */

import type { GameInfo } from "../net/wire";

export interface Choice {
  entry: number;
  side: string;
  /** The key of the sentence that tells what can be done. */
  text: "outgrown.choose" | "outgrown.onlyBack" | "outgrown.watch";
  /** The ply to go back to, for those who may ask for it. */
  back: number | null;
  /** May they ask as well that it stands as it was played? */
  stand: boolean;
}

export function choiceAfter(game: GameInfo | null): Choice | null {
  const where = game?.outgrown;
  if (!game || !where) return null;
  const plays = game.you.length > 0 && game.status === "running";
  const text = !plays ? "outgrown.watch" : where.old_reading ? "outgrown.choose" : "outgrown.onlyBack";
  return { entry: where.entry, side: where.side, text, back: plays ? where.ply : null, stand: plays && where.old_reading };
}
