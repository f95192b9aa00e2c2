/** The Board's styles as a style sheet, by day and by night; a pattern is one per style because each has its own ground. */

import type { Artwork } from "./artwork";
import type { Board, Style } from "./types";

const FAMILIES: Record<string, string> = { serif: "var(--serif)", condensed: "var(--condensed)" };
const HALO = 0.24;

export const slug = (name: string): string => name.replace(/[^\w-]/g, "-");

const colour = (style: Style, key: "fill" | "stroke" | "halo", dark: boolean): string =>
  (dark ? style.dark?.[key] : undefined) ?? style[key] ?? (key === "halo" ? "" : "none");

function lettering(style: Style, dark: boolean): string[] {
  const parts = [`font-size:${style.font}px`, `font-family:${FAMILIES[style.family ?? ""] ?? "var(--sans)"}`];
  if (style.weight) parts.push(`font-weight:${style.weight}`);
  if (style.slant) parts.push(`font-style:${style.slant}`);
  if (style.spacing) parts.push(`letter-spacing:${style.spacing}px`);
  const halo = colour(style, "halo", dark);
  if (halo) {
    parts.push(`stroke:${halo}`, `stroke-width:${(style.font ?? 0) * HALO}`, "stroke-linejoin:round", "stroke-opacity:.92", "paint-order:stroke");
  }
  return parts;
}

function declarations(id: string, style: Style, dark: boolean, art: Artwork): string {
  const patterned = style.pattern !== undefined && style.pattern in art.patterns;
  const parts = [`fill:${patterned ? `url(#${id})` : colour(style, "fill", dark)}`];
  if (style.font) parts.push(...lettering(style, dark));
  else if (style.width) {
    parts.push(`stroke:${colour(style, "stroke", dark)}`, `stroke-width:${style.width}`);
    parts.push(`stroke-linecap:${style.dash?.length ? "butt" : "round"}`, "stroke-linejoin:round");
  }
  if (style.dash?.length) parts.push(`stroke-dasharray:${style.dash.join(" ")}`);
  if (style.opacity !== undefined && style.opacity < 1) parts.push(`opacity:${style.opacity}`);
  return parts.join(";");
}

/** The class that keeps the styles of one Board from another's on the same page. */
export const scope = (board: Board): string => `b-${slug(board.game)}`;

/** The id of the pattern that fills a style. */
export const patternId = (board: Board, style: string): string => `p-${slug(board.game)}-${slug(style)}`;

/** The rules of all styles of a Board. */
export function sheetOf(board: Board, art: Artwork): string {
  const rules: string[] = [];
  for (const dark of [false, true]) {
    const root = `${dark ? "[data-theme=dark] " : ""}.${scope(board)} `;
    for (const [name, style] of Object.entries(board.styles)) {
      rules.push(`${root}.s-${slug(name)}{${declarations(patternId(board, name), style, dark, art)}}`);
      if (style.pattern && style.pattern in art.patterns) rules.push(`${root}.pf-${slug(name)}{fill:${colour(style, "fill", dark)}}`);
    }
    for (const [name, pattern] of Object.entries(art.patterns)) {
      for (const [tint, colours] of Object.entries(pattern.tints ?? {})) {
        rules.push(`${root}.ti-${name}-${tint}{fill:${colours[dark ? 1 : 0]}}`);
        rules.push(`${root}.tl-${name}-${tint}{stroke:${colours[dark ? 1 : 0]};stroke-linecap:round}`);
      }
    }
  }
  return rules.join("\n");
}
