/** Plane geometry of a Board: outlines as polygons, which place a point is in, where the arrow keys lead. */

import type { Board, PlaceEntry } from "./types";

export type Point = [number, number];

const COUNTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const STEPS = 8;

/** The polygons of SVG path data, curves cut into short lines. */
export function polygons(d: string): Point[][] {
  const found: Point[][] = [];
  let ring: Point[] = [];
  let here: Point = [0, 0];
  let start: Point = [0, 0];
  let handle: Point | null = null;
  for (const [letter, given] of commands(d)) {
    const kind = letter.toUpperCase();
    const [x, y] = here;
    const args = letter === kind ? given : relative(kind, given, here);
    const at = (index: number): Point => [args[index] ?? 0, args[index + 1] ?? 0];
    const mirror: Point = handle ? [2 * x - handle[0], 2 * y - handle[1]] : here;
    handle = null;
    if (kind === "M") {
      if (ring.length) found.push(ring);
      start = here = at(0);
      ring = [here];
      continue;
    }
    if (kind === "Z") here = start;
    else if (kind === "H") here = [args[0] ?? 0, y];
    else if (kind === "V") here = [x, args[0] ?? 0];
    else if (kind === "L") here = at(0);
    else if (kind === "A") {
      const goal = at(5);
      ring.push(...arc([x, y], args, goal));
      here = goal;
    } else {
      const cubic = kind === "C" || kind === "S";
      const first = kind === "C" || kind === "Q" ? at(0) : mirror;
      const second = kind === "C" ? at(2) : kind === "S" ? at(0) : first;
      const goal: Point = [args.at(-2) ?? 0, args.at(-1) ?? 0];
      ring.push(...bezier(cubic ? [[x, y], first, second, goal] : [[x, y], first, goal]));
      handle = second;
      here = goal;
    }
    ring.push(here);
  }
  if (ring.length) found.push(ring);
  return found;
}

function* commands(d: string): Generator<[string, number[]]> {
  for (const [, letter = "M", rest = ""] of d.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const numbers = (rest.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number);
    const count = COUNTS[letter.toUpperCase()] ?? 2;
    if (count === 0) yield [letter, []];
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      // Further pairs after a move are lines.
      const name = at > 0 && letter.toUpperCase() === "M" ? (letter === "M" ? "L" : "l") : letter;
      yield [name, numbers.slice(at, at + count)];
    }
  }
}

function relative(kind: string, args: number[], [x, y]: Point): number[] {
  if (kind === "H") return args.map((value) => value + x);
  if (kind === "V") return args.map((value) => value + y);
  if (kind === "A") return args.map((value, at) => (at === 5 ? value + x : at === 6 ? value + y : value));
  return args.map((value, at) => value + (at % 2 ? y : x));
}

function bezier(points: Point[]): Point[] {
  const cut: Point[] = [];
  for (let step = 1; step < STEPS; step++) {
    let level = points;
    const t = step / STEPS;
    while (level.length > 1) {
      level = level.slice(1).map((point, at) => {
        const before = level[at] ?? point;
        return [before[0] + (point[0] - before[0]) * t, before[1] + (point[1] - before[1]) * t];
      });
    }
    if (level[0]) cut.push(level[0]);
  }
  return cut;
}

/** Points on a circular or elliptic arc, without its ends (SVG's endpoint form). */
function arc([x1, y1]: Point, args: number[], [x2, y2]: Point): Point[] {
  const [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0] = args;
  if (!rx || !ry) return [];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const grow = Math.max(1, Math.sqrt((px / rx) ** 2 + (py / ry) ** 2));
  const [a, b] = [Math.abs(rx) * grow, Math.abs(ry) * grow];
  const under = (a * b) ** 2 - (a * py) ** 2 - (b * px) ** 2;
  const k = Math.sqrt(Math.max(0, under / ((a * py) ** 2 + (b * px) ** 2 || 1))) * (large === sweep ? -1 : 1);
  const [qx, qy] = [(k * a * py) / b, (-k * b * px) / a];
  const [cx, cy] = [cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2];
  const from = Math.atan2((py - qy) / b, (px - qx) / a);
  let span = Math.atan2((-py - qy) / b, (-px - qx) / a) - from;
  if (sweep && span < 0) span += 2 * Math.PI;
  if (!sweep && span > 0) span -= 2 * Math.PI;
  const count = Math.max(2, Math.ceil(Math.abs(span) / (Math.PI / STEPS)));
  return Array.from({ length: count - 1 }, (_, at) => {
    const angle = from + (span * (at + 1)) / count;
    const [ex, ey] = [a * Math.cos(angle), b * Math.sin(angle)];
    return [cos * ex - sin * ey + cx, sin * ex + cos * ey + cy];
  });
}

/** Even-odd rule over all rings, so that a hole is outside. */
export function inside(rings: Point[][], x: number, y: number): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at++) {
      const [x1, y1] = ring[at] ?? [0, 0];
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [0, 0];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
    }
  }
  return odd;
}

interface Cell {
  place: PlaceEntry;
  rings: Point[][];
  box: [number, number, number, number];
}

/** SVG path data of a place where it lies; empty when it has no outline. */
export function outlineOf(board: Board, place: PlaceEntry): string {
  if (place.outline) return place.outline;
  return board.outline ? shift(board.outline, place.x, place.y) : "";
}

const shifted = new WeakMap<Board, Map<string, string>>();

/** The outlines of many places as one path, for overlays. */
export function outlines(board: Board, ids: Iterable<string>, byId: Map<string, PlaceEntry>): string {
  let known = shifted.get(board);
  if (!known) shifted.set(board, (known = new Map()));
  let d = "";
  for (const id of ids) {
    const place = byId.get(id);
    if (!place) continue;
    let one = known.get(id);
    if (one === undefined) known.set(id, (one = outlineOf(board, place)));
    d += one;
  }
  return d;
}

/** Path data moved by (dx, dy); curves become short lines, which is exact for polygons. */
export function shift(d: string, dx: number, dy: number): string {
  const write = (value: number): string => String(Math.round(value * 100) / 100);
  return polygons(d)
    .map((ring) => "M" + ring.map(([x, y]) => `${write(x + dx)} ${write(y + dy)}`).join("L") + "Z")
    .join("");
}

/** Finds the place under a point by arithmetic, without a listener on every place. */
export class HitTester {
  private readonly grid = new Map<string, Cell[]>();
  private readonly size: number;

  constructor(board: Board) {
    this.size = Math.max(board.width, board.height, 1) / 40;
    for (const place of board.places) {
      const rings = polygons(outlineOf(board, place));
      if (!rings.length) continue;
      const xs = rings.flat().map(([x]) => x);
      const ys = rings.flat().map(([, y]) => y);
      const box: Cell["box"] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      this.enter({ place, rings, box });
    }
  }

  private enter(cell: Cell): void {
    const [left, top, right, bottom] = cell.box.map((value) => Math.floor(value / this.size)) as Cell["box"];
    for (let i = left; i <= right; i++) {
      for (let j = top; j <= bottom; j++) {
        const key = `${i},${j}`;
        const list = this.grid.get(key);
        if (list) list.push(cell);
        else this.grid.set(key, [cell]);
      }
    }
  }

  /** The place at a point; of two that overlap the smaller. */
  at(x: number, y: number): string | null {
    let best: Cell | null = null;
    for (const cell of this.grid.get(`${Math.floor(x / this.size)},${Math.floor(y / this.size)}`) ?? []) {
      if (inside(cell.rings, x, y) && (!best || area(cell.box) < area(best.box))) best = cell;
    }
    return best?.place.id ?? null;
  }
}

const area = ([left, top, right, bottom]: Cell["box"]): number => (right - left) * (bottom - top);

/**
 * The place that an arrow key leads to. `anchor` is where the present run of steps in this direction began: on a hex map
 * a horizontal run then zigzags around its line instead of drifting away.
 */
export function step(
  places: Map<string, PlaceEntry>,
  from: string,
  [dx, dy]: Point,
  anchor: Point | null,
): string | null {
  const here = places.get(from);
  if (!here) return null;
  const near = here.neighbours?.length ? here.neighbours.map((id) => places.get(id)) : [...places.values()];
  let best: string | null = null;
  let least = Infinity;
  for (const place of near) {
    if (!place || place.id === from) continue;
    const [vx, vy] = [place.x - here.x, place.y - here.y];
    const length = Math.hypot(vx, vy) || 1;
    const along = (vx * dx + vy * dy) / length;
    if (along < 0.35) continue;
    const [ax, ay] = anchor ?? [here.x, here.y];
    const aside = Math.abs((place.x - ax) * dy - (place.y - ay) * dx);
    const score = length / along + aside * 0.9;
    if (score < least) [best, least] = [place.id, score];
  }
  return best;
}

/** A line through places, kept short of the last by `gap` so that its head does not hide what stands there. */
export function lineThrough(places: Map<string, PlaceEntry>, ids: readonly string[], gap: number): string {
  const all = ids.flatMap((id): Point[] => {
    const place = places.get(id);
    return place ? [[place.x, place.y]] : [];
  });
  const [before, end] = all.slice(-2);
  if (!end || !before) return "";
  const cut = Math.min(0.5, gap / (Math.hypot(end[0] - before[0], end[1] - before[1]) || 1));
  const tip: Point = [end[0] - (end[0] - before[0]) * cut, end[1] - (end[1] - before[1]) * cut];
  return "M" + [...all.slice(0, -1), tip].map(([x, y]) => `${x} ${y}`).join("L");
}

/** The border around a set of places: every side that only one of them has. */
export function border(board: Board, ids: Iterable<string>, byId: Map<string, PlaceEntry>): string {
  const sides = new Map<string, string | null>();
  const corner = corners();
  for (const ring of polygons(outlines(board, ids, byId))) {
    const names = ring.map(corner);
    names.forEach((a, at) => {
      const b = names[(at + 1) % names.length] ?? a;
      if (a === b) return;
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      sides.set(key, sides.has(key) ? null : `M${a}L${b}`);
    });
  }
  return [...sides.values()].filter((side) => side !== null).join("");
}

/** One name for all points that lie within a unit of one another, whichever way each of them would be rounded. */
function corners(): (point: Point) => string {
  const known = new Map<string, Point>();
  return ([x, y]) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    for (const i of [left, left - 1, left + 1]) {
      for (const j of [top, top - 1, top + 1]) {
        const near = known.get(`${i} ${j}`);
        if (near && Math.abs(near[0] - x) < 1 && Math.abs(near[1] - y) < 1) return near.join(" ");
      }
    }
    known.set(`${left} ${top}`, [x, y]);
    return `${x} ${y}`;
  };
}
