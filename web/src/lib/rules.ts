import type { Board, RuleEntry } from "./types";

/** The case of this number, or the nearest one above it: "9.4.2" falls back to "9.4", then "9". */
export function ruleOf(board: Board, number: string): RuleEntry | null {
  const byId = new Map(board.rules.map((rule) => [rule.id, rule]));
  for (let id = number; id; id = id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "") {
    const rule = byId.get(id) ?? byId.get(`${id}.0`);
    if (rule) return rule;
  }
  return null;
}

/** A chart with as many lines of headings as there are sides has one line for each, in the order of the sides. */
export function sideOfLine(board: Board, heads: readonly string[][], line: number): string | null {
  return heads.length > 1 && heads.length === board.sides.length ? (board.sides[line]?.id ?? null) : null;
}

/** Which column of a chart a heading names; where each side has its own line of headings, it is looked up in that one. */
export function columnOf(board: Board, heads: readonly string[][], column: string, side: string): number {
  const own = heads.findIndex((_, line) => sideOfLine(board, heads, line) === side);
  const lines = own >= 0 ? [heads[own] ?? []] : heads;
  return lines.map((line) => line.indexOf(column, 1)).find((at) => at > 0) ?? -1;
}
