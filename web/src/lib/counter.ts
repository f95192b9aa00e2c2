/** The measures of a counter, in a square of 100 x 100 around (0, 0); the same drawing as the SVG renderer's. */

import { echelon, type Artwork, type Stroke } from "./artwork";
import { contrast, mix } from "./colour";
import type { PieceEntry, PieceView, SideEntry } from "./types";

export interface Look {
  face: string;
  ink: string;
  box: string;
  boxInk: string;
  edge: string;
}

export const NOBODY: SideEntry = { id: "", name: "", colour: "#e9e4d6", ink: "#26221c" };

/** The side's colours, unless the piece has its own. */
export function look(side: SideEntry, entry: PieceEntry | null): Look {
  const own = Boolean(entry?.colour);
  const face = entry?.colour || side.colour;
  const ink = entry?.ink || (own ? contrast(face) : side.ink);
  const box = own ? mix(face, contrast(face) === "#ffffff" ? "#000000" : "#ffffff", 0.12) : side.accent || face;
  return { face, ink, box, boxInk: box === face || own ? ink : contrast(box), edge: mix(face, "#000000", 0.55) };
}

export interface Foot {
  line: string;
  size: number;
  changed: boolean;
  /** Values with an ink of their own: where each stands in the line. */
  inked: { text: string; x: number; ink: string }[];
}

const written = (value: unknown): string =>
  value === null || value === undefined || typeof value === "boolean" ? "" : String(value);

/** The values along the lower edge, and whether any has changed since it was printed. */
export function foot(entry: PieceEntry, seen: PieceView, room = 88): Foot | null {
  let changed = false;
  const inks: string[] = [];
  const row = (entry.layout ?? []).flatMap((key) => {
    const printed = entry.values?.[key];
    const value = seen.values?.[key] ?? printed;
    changed ||= printed !== undefined && value !== printed;
    const text = written(value);
    if (text) inks.push(entry.inks?.[key] ?? "");
    return text ? [text] : [];
  });
  if (!row.length) return null;
  const line = row.join("-");
  const size = Math.min(33, room / (0.6 * line.length));
  let at = -0.3 * size * line.length;
  const inked = row.flatMap((text, number) => {
    const x = at + 0.3 * size * text.length;
    at += 0.6 * size * (text.length + 1);
    return inks[number] ? [{ text, x, ink: inks[number] }] : [];
  });
  return { line, size, changed, inked };
}

export interface Head {
  size: number;
  parts: { x: number; path: Stroke }[];
}

/** The label in the upper left corner and the echelon mark above the box, pushed aside by a long label. */
export function head(art: Artwork, entry: PieceEntry): Head {
  const scale = 2.3;
  const mark = echelon(art, entry.size ?? "");
  const width = mark.width * scale;
  const length = Math.max(1, entry.label.length);
  const size = Math.min(23, (84 - width) / (0.58 * length));
  const taken = entry.label ? -43 + 0.58 * size * entry.label.length + 4 : -48;
  const start = Math.min(Math.max(-width / 2, taken), 44 - width);
  return { size, parts: mark.parts.map(({ x, path }) => ({ x: start + x * scale, path })) };
}

/** Two letters for a status without a badge text of its own. */
export function initials(status: string): string {
  const words = status.slice(status.lastIndexOf(".") + 1).split(/[_-]/);
  return words.map((word) => word.charAt(0)).join("").slice(0, 2).toUpperCase() || "?";
}
