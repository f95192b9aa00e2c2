import type { Entry } from "../net/wire";
import type { Board, GameEvent, RuleEntry } from "./types";

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

export interface Cell {
  chart: string;
  row: number;
  column: number;
}

/**
 * The cell of a chart that the last roll fell on: an event tells a die and a result, and one shortly before it the heading
 * of the column. A cell counts only if it really holds the result.
 */
export function lastRoll(board: Board, entries: readonly Entry[]): Cell | null {
  const events = entries.slice(-12).flatMap((entry) => entry.events);
  const at = events.findLastIndex((event) => event.params?.["die"] !== undefined && event.params["result"] !== undefined);
  if (at < 0) return null;
  const headings = events.slice(Math.max(0, at - 8), at + 1).flatMap(headingOf);
  return cellOf(board, String(events[at]?.params?.["die"]), String(events[at]?.params?.["result"]), headings.at(-1) ?? null);
}

/** A heading and, where the event tells it, which column it is: two lines of headings may share a heading. */
interface Heading {
  text: string;
  index: number | null;
}

const headingOf = ({ params }: GameEvent): Heading[] => {
  const [text, index] = [params?.["heading"] ?? params?.["column"], params?.["index"]];
  return typeof text === "string" ? [{ text, index: typeof index === "number" ? index : null }] : [];
};

function cellOf(board: Board, die: string, result: string, heading: Heading | null): Cell | null {
  const under = (heads: readonly string[][], column: number): boolean =>
    heading === null || ((heading.index ?? column) === column && heads.some((head) => head[column] === heading.text));
  for (const chart of board.charts) {
    const row = chart.rows.findIndex((line) => line[0] === die);
    const line = chart.rows[row] ?? [];
    const column = line.findIndex((cell, index) => index > 0 && cell === result && under(chart.heads, index));
    if (column > 0) return { chart: chart.id, row, column };
  }
  return null;
}
