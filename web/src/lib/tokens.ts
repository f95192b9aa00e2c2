/** Markers, chits and support, shown beside what is attacked. Knows no game. */

import { freeSpot, type Rect } from "./battle";
import type { Point } from "./geometry";
import type { Board, PieceEntry, PieceView, Preview, Token } from "./types";

/** Width and height of one in units of a counter of 72, and the room from one to the next. */
export const TOKEN = { width: 46, height: 54, apart: 4 };
/** So many are shown at most; the rest is counted. */
const MOST = 4;

export interface Shown {
  side: string;
  symbol: string;
  label: string;
  state: NonNullable<Token["state"]>;
}

/** A value as it stands on the piece. */
const printed = (entry: PieceEntry): string => (entry.layout ?? []).map((key) => String(entry.values?.[key] ?? "")).join("–");

/** What goes with the attack already, and then what lies ready in the hand and may still be added. */
export function tokensOf(previews: readonly Preview[], ready: Iterable<string>, entries: ReadonlyMap<string, PieceEntry>): Shown[] {
  const [first] = previews;
  if (!first) return [];
  const used = (first.tokens ?? []).map((token): Shown => {
    const entry = entries.get(token.piece ?? "");
    return {
      side: token.side,
      symbol: entry?.symbol ?? token.symbol ?? "",
      label: entry ? printed(entry) : (token.label ?? ""),
      state: token.state ?? "used",
    };
  });
  const free = [...ready].flatMap((id): Shown[] => {
    const entry = entries.get(id);
    if (!entry || (entry.shape !== "card" && entry.shape !== "marker")) return [];
    return [{ side: entry.side, symbol: entry.symbol, label: printed(entry), state: "free" }];
  });
  return [...used, ...free];
}

/** Those that are drawn, and how many more there are. */
export const fewOf = (all: readonly Shown[]): { few: readonly Shown[]; more: number } =>
  all.length > MOST ? { few: all.slice(0, MOST - 1), more: all.length - MOST + 1 } : { few: all, more: 0 };

/** Where a row of so many lies: on free ground beside its target. */
export function rowAt(target: Point, count: number, board: Pick<Board, "width" | "height" | "piece">, pieces: readonly PieceView[], spotOf: (id: string) => Point | null): Rect {
  const u = board.piece / 72;
  const size = { width: (count * (TOKEN.width + TOKEN.apart) - TOKEN.apart) * u, height: TOKEN.height * u };
  const taken = pieces.flatMap((piece): Rect[] => {
    const at = spotOf(piece.id);
    return at ? [{ left: at[0] - board.piece / 2, top: at[1] - board.piece / 2, width: board.piece, height: board.piece }] : [];
  });
  return freeSpot(target, size, board, taken);
}
