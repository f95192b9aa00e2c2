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

/** Which column of a chart a heading names: a line of headings that belongs to the side goes first. */
export function columnOf(heads: readonly string[][], column: string, side: string): number {
  const lines = [...heads].sort((a, b) => Number(named(b, side)) - Number(named(a, side)));
  for (const line of lines) {
    const at = line.indexOf(column);
    if (at >= 0) return at;
  }
  return -1;
}

const named = (line: readonly string[], side: string): boolean =>
  Boolean(side) && (line[0] ?? "").toLowerCase().includes(side.toLowerCase());
