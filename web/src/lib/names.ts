/**
 * Names make way for what stands on them: a little aside on a hex map, where the hex says what is meant; to free ground
 * near by on a table and on a map seen from far.
 */

import type { Point } from "./geometry";
import type { Board, Layer, Mark, Shape } from "./types";

/** A middle, and half the width and the height around it. */
export interface Block {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** The lines of a name, one below the other, and the same name in its own script below them. */
export interface Name {
  lines: readonly Shape[];
  block: Block;
  font: number;
  /** Bound to the hex that it stands in. */
  bound: boolean;
  other: readonly Shape[];
}

/** How far each line goes from where it is printed; null where there is no room for it. */
export type Shifts = ReadonlyMap<Shape, Point | null>;

/** Average width of a letter and of a capital as a share of their height. */
const [LETTER, CAPITAL] = [0.5, 0.75];
/** From one line of a name to the next at most, in heights of its letters. */
const LEADING = 1.6;
/** Half a word is worse than none: the share of a name that may be hidden. */
const BEARABLE = 0.08;
/** Tried on a hex map, in counters. */
const ASIDE = [0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3, -0.4, 0.4, -0.5, 0.5];
/** Tried elsewhere, up and down in heights of the letters, aside in halves of the name. */
const ROWS = [0, 1.2, -1.2, 2.4, -2.4, 3.6, -3.6, 5, -5];
const COLUMNS = [0, -0.7, 0.7, -1.4, 1.4, -2, 2];
/** What it costs that all of a name is hidden, that it lies over another, on a roof or foreign ground, that it seems to name another house, that it lies beyond the edge; a step away costs 1. */
const [HIDDEN, CROSSED, STRANGE, MISREAD, OFF] = [60, 60, 25, 90, 200];

export const isLettering = (layer: Layer): boolean => layer.id.startsWith("names");

const fontOf = (shape: Shape, board: Board): number => board.styles[shape.style]?.font ?? 0;

function blockOf(shape: Shape, board: Board): Block {
  const [font, text] = [fontOf(shape, board), shape.text ?? ""];
  const wide = ((text === text.toUpperCase() ? CAPITAL : LETTER) * font + (board.styles[shape.style]?.spacing ?? 0)) * text.length * 0.5;
  const aside = { start: wide, end: -wide }[shape.anchor ?? ""] ?? 0;
  return { x: (shape.x ?? 0) + aside, y: (shape.y ?? 0) - 0.3 * font, wide, high: 0.45 * font };
}

function around(blocks: readonly Block[]): Block {
  const [left, right] = [Math.min(...blocks.map((each) => each.x - each.wide)), Math.max(...blocks.map((each) => each.x + each.wide))];
  const [top, bottom] = [Math.min(...blocks.map((each) => each.y - each.high)), Math.max(...blocks.map((each) => each.y + each.high))];
  return { x: (left + right) / 2, y: (top + bottom) / 2, wide: (right - left) / 2, high: (bottom - top) / 2 };
}

/** Does this line stand right below that one? */
const follows = (shape: Shape, above: Shape, board: Board): boolean => {
  const down = (shape.y ?? 0) - (above.y ?? 0);
  return Math.abs((shape.x ?? 0) - (above.x ?? 0)) < 1 && down > 0 && down < LEADING * fontOf(above, board);
};

/** The names of a map that may make way. Those that run along a river stay with it. */
export function namesOf(board: Board): Name[] {
  const found: { lines: Shape[]; bound: boolean }[] = [];
  for (const layer of board.layers.filter(isLettering).reverse()) {
    const bound = board.ground === "hex" && !layer.lod?.includes("chip");
    for (const shape of layer.shapes.filter((each) => each.text && !each.turn)) {
      const above = found.find((name) => name.bound === bound && follows(shape, name.lines[name.lines.length - 1] as Shape, board));
      if (above) above.lines.push(shape);
      else found.push({ lines: [shape], bound });
    }
  }
  return found.map(({ lines, bound }) => {
    const [own, other] = [lines.filter((line) => line.style === lines[0]?.style), lines.filter((line) => line.style !== lines[0]?.style)];
    return { lines: own, other, bound, block: around(own.map((line) => blockOf(line, board))), font: fontOf(own[0] as Shape, board) };
  });
}

const moved = (block: Block, [dx, dy]: Point): Block => ({ ...block, x: block.x + dx, y: block.y + dy });

const shared = (one: number, half: number, other: number, otherHalf: number): number =>
  Math.max(0, Math.min(one + half, other + otherHalf) - Math.max(one - half, other - otherHalf));

/** The share of a block that others lie over. */
export function hidden(block: Block, others: readonly Block[]): number {
  const sum = others.reduce((all, other) => all + shared(block.x, block.wide, other.x, other.wide) * shared(block.y, block.high, other.y, other.high), 0);
  return sum / (4 * block.wide * block.high);
}

/** Is the middle of one within the other? */
const within = (block: Block, { x, y }: Block): boolean => Math.abs(block.x - x) <= block.wide && Math.abs(block.y - y) <= block.high;

/** How far two blocks are apart. */
const gap = (one: Block, other: Block): number =>
  Math.hypot(Math.max(0, Math.abs(one.x - other.x) - one.wide - other.wide), Math.max(0, Math.abs(one.y - other.y) - one.high - other.high));

/** The flags of objectives, whose points stand in their upper right corner. */
export const flags = (marks: readonly Mark[], piece: number): Block[] =>
  marks.flatMap(({ at }) => (at ? [{ x: at[0] + 0.05 * piece, y: at[1] - 0.05 * piece, wide: 0.71 * piece, high: 0.71 * piece }] : []));

/** Those of some blocks that a name could touch, wherever it is tried. */
function about({ block }: Name, shifts: readonly Point[], others: readonly Block[]): Block[] {
  const [far, high] = [0, 1].map((axis) => Math.max(...shifts.map((shift) => Math.abs(shift[axis] ?? 0)))) as Point;
  return others.filter(({ x, y, wide, high: tall }) => Math.abs(x - block.x) < far + block.wide + wide && Math.abs(y - block.y) < high + block.high + tall);
}

function tries({ block, font, bound }: Name, counter: number): Point[] {
  if (bound) return ASIDE.map((share): Point => [share * counter, 0]);
  return ROWS.flatMap((row) => COLUMNS.map((column): Point => [column * block.wide, row * font]));
}

function cheapest(shifts: readonly Point[], cost: (shift: Point) => number): Point {
  const costs = shifts.map(cost);
  return shifts[costs.indexOf(Math.min(...costs))] ?? [0, 0];
}

/** Where the names go; what stands on the map is there first, then the names that are not hidden, then the others. */
export function makeWay(names: readonly Name[], standing: readonly Block[], board: Board): Shifts {
  const found = new Map<Shape, Point | null>();
  const grounds = (board.grounds ?? []).map(({ points, roof, name }) => ({ roof, name, block: around(points.map(([x = 0, y = 0]) => ({ x, y, wide: 0, high: 0 }))) }));
  const inTheWay = names.filter(({ block, other }) => [block, ...other.map((line) => blockOf(line, board))].some((each) => hidden(each, standing) > 0));
  const written = names.filter((name) => !inTheWay.includes(name));
  for (const name of inTheWay) {
    const shifts = tries(name, board.piece);
    const near = about(name, shifts, standing);
    const rest = about(name, shifts, written.filter((other) => other.bound === name.bound).map((other) => other.block));
    // On a roof it could not be read, and on other ground than its own it would seem to name that.
    const strange = grounds.filter(({ roof, block }) => roof || !within(block, name.block)).map(({ block }) => block);
    const home = grounds.find((ground) => ground.name === name.lines.map((line) => line.text).join(" "));
    const houses = home ? grounds.filter((ground) => ground.roof && ground !== home).map(({ block }) => block) : [];
    const cost = (shift: Point): number => {
      const block = moved(name.block, shift);
      const off = block.x < block.wide || block.y < block.high || block.x + block.wide > board.width || block.y + block.high > board.height;
      const far = Math.hypot(shift[0] / name.font / 2, shift[1] / name.font);
      const misread = home && houses.some((house) => gap(block, house) <= gap(block, home.block));
      return (misread ? MISREAD : 0) + HIDDEN * hidden(block, near) + CROSSED * hidden(block, rest) + STRANGE * hidden(block, strange) + (off ? OFF : 0) + far;
    };
    const shift = cheapest(shifts, cost);
    const block = moved(name.block, shift);
    const shown = !name.bound || hidden(block, near) <= BEARABLE;
    if (shown) written.push({ ...name, block });
    for (const line of name.lines) found.set(line, shown ? shift : null);
    for (const line of name.other) found.set(line, shown && hidden(moved(blockOf(line, board), shift), standing) <= BEARABLE ? shift : null);
  }
  return found;
}
