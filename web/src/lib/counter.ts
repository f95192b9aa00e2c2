/** The measures of a counter, in a square of 100 x 100 around (0, 0); the same drawing as the SVG renderer's. */

import art from "virtual:artwork";

import type { Badge, Nation } from "./artwork";
import { contrast, mix } from "./colour";
import type { PieceEntry, PieceView, SideEntry } from "./types";

/** How much of a counter and of the map is drawn; `data-lod` of the board. */
export type Lod = "chip" | "s" | "m" | "l";

/** The level of detail for counters so many pixels wide. */
export const lodOf = (pixels: number): Lod => (pixels < 30 ? "chip" : pixels < 43 ? "s" : pixels < 60 ? "m" : "l");

/** Counters so small that neither the number of a chip nor a name on a table has nine pixels: nothing on the map is lettered then. */
export const wordless = (pixels: number): boolean => 0.6 * pixels < 9;

/** The few names of a hex map that is seen from far are larger: 0.93 of a hexside, a counter being 1.2 of it. */
export const nameless = (pixels: number): boolean => (0.93 / 1.2) * pixels < 9;

/** Hex numbers show where a hex is 90 pixels high, a counter being 1.2 of its sides wide. */
export const numbered = (pixels: number): boolean => (pixels / 1.2) * Math.sqrt(3) >= 90;

/** A side whose colours are known. */
export type Dressed = SideEntry & { colour: string; ink: string };

export const NOBODY: Dressed = { id: "", name: "", colour: "#e9e4d6", ink: "#26221c" };
const BLANK: Nation = { face: "#efe6cf", ink: "#2b241a", box: "#fffaf0", box_ink: "#2b241a", edge: "#7b6d50", emblem: "ring", coat: "#8a7a50", hat: "#c9b98a" };
const GREY = "#8d8575";

/** A counter in colours of its own: the box is pale, whatever the face. */
function own(face: string, ink: string): Nation {
  return { ...BLANK, face, ink: ink || contrast(face), box: mix(face, "#ffffff", 0.86), box_ink: mix(face, "#000000", 0.72), edge: mix(face, "#000000", 0.55) };
}

/** The nation that a piece names, else its side's; colours of a game's own where neither names one. */
export function nationOf(side: SideEntry | undefined, entry: PieceEntry | null): Nation {
  const named = art.nations[entry?.nation ?? ""];
  if (named) return named;
  if (entry?.colour) return own(entry.colour, entry.ink ?? "");
  if (!side || !(side.nation || side.colour)) return BLANK;
  return art.nations[side.nation ?? ""] ?? own(side.colour ?? "", side.ink ?? "");
}

/** The face of a counter that has acted. */
export const worn = (paint: Nation): string => mix(paint.face, GREY, 0.5);

/** The side with its nation's colours filled in. */
export function dressed(side: SideEntry): Dressed {
  const { face, ink } = nationOf(side, null);
  return { ...side, colour: face, ink };
}

export interface Value {
  text: string;
  x: number;
  width: number;
  ink: string;
  changed: boolean;
}

export interface Foot {
  values: Value[];
  dashes: number[];
  size: number;
  /** Whether there is room to draw it larger where less else is drawn. */
  roomy: boolean;
}

const DIGIT = 0.46;
const written = (value: unknown): string =>
  value === null || value === undefined || typeof value === "boolean" ? "" : String(value);

/** The values along the lower edge, and whether each has changed since it was printed. */
export function foot(entry: PieceEntry, seen: PieceView, room = 88, font = 33): Foot | null {
  const row = (entry.layout ?? []).flatMap((key) => {
    const printed = entry.values?.[key];
    const value = seen.values?.[key] ?? printed;
    const text = written(value);
    return text ? [{ text, changed: printed !== undefined && value !== printed, ink: entry.inks?.[key] ?? "" }] : [];
  });
  if (!row.length) return null;
  const wide = row.reduce((sum, { text }) => sum + text.length, 0) + 0.8 * (row.length - 1);
  const size = Math.min(font, room / (DIGIT * wide));
  const dashes: number[] = [];
  let at = (-DIGIT * size * wide) / 2;
  const values = row.map((value, number) => {
    if (number) {
      dashes.push(at + 0.4 * DIGIT * size);
      at += 0.8 * DIGIT * size;
    }
    const width = DIGIT * size * value.text.length;
    at += width;
    return { ...value, x: at - width / 2, width };
  });
  return { values, dashes, size, roomy: DIGIT * size * wide * (37 / 33) <= room + 2 };
}

/** Whether a unit's number fits to the left of its only value. */
export const beside = (label: string, values: readonly Value[]): boolean =>
  values.length === 1 && label.length > 0 && label.length <= 4 - (values[0]?.text.length ?? 0);

/** Words that can be read in the gutter of a counter 60 pixels wide. */
export const fits = (word: string): boolean => word.length > 0 && word.length <= 10;

/** Steps that no value tells, as dots: true is left, false is lost. */
export function dots(entry: PieceEntry, seen: PieceView): boolean[] {
  const whole = entry.values?.["steps"];
  if (entry.layout?.includes("steps") || typeof whole !== "number" || whole < 2 || whole > 6) return [];
  const left = Number(seen.values?.["steps"] ?? whole);
  return Array.from({ length: whole }, (_, at) => at < left);
}

/** What a chip shows of the pieces of one place: the sum of the first values that they (still) have, or a question mark. */
export function total(pieces: readonly PieceView[], entryOf: (id: string) => PieceEntry | undefined): string {
  let sum = 0;
  let known = false;
  for (const seen of pieces) {
    const entry = seen.hidden ? undefined : entryOf(seen.id);
    const values = (entry?.layout ?? []).map((key) => parseFloat(written(seen.values && key in seen.values ? seen.values[key] : entry?.values?.[key]).replace("(", "")));
    const value = values.find((each) => !Number.isNaN(each));
    if (value === undefined) continue;
    sum += value;
    known = true;
  }
  return known ? String(sum) : "?";
}

const PLAIN: Badge = {};
const SHOWN = 2;

export interface Sign {
  key: string;
  badge: Badge;
  word: string;
}

/** The badges of a piece, at most two; the rest is counted. */
export function signs(statuses: readonly string[], texts: Record<string, string>): Sign[] {
  const loud = [...new Set(statuses)].filter((status) => !art.badges[status]?.acted && !art.badges[status]?.silent);
  const words = loud.length <= SHOWN ? loud : [...loud.slice(0, SHOWN - 1), `+${loud.length - SHOWN + 1}`];
  return words.map((key) => ({ key, badge: art.badges[key] ?? PLAIN, word: key.startsWith("+") ? key : (texts[`badge.${key}`] ?? initial(key)) }));
}

export const acted = (statuses: readonly string[]): boolean => statuses.some((status) => art.badges[status]?.acted);

/** A letter for a status without a badge of its own. */
export const initial = (status: string): string => status.slice(status.lastIndexOf(".") + 1).charAt(0).toUpperCase() || "?";
