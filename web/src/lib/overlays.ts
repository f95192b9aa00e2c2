/** Names of overlays: `zone.japanese` is the overlay `zone` of the Japanese. Each kind has a key of its own. */

import { has, t } from "../i18n";
import { humanise, type Speaker } from "./texts";

export interface OverlayKind {
  kind: string;
  key: string;
  names: string[];
}

/** Letters that mean something else on the board. */
const TAKEN = new Set(["n", "p", "u", "h", "g", "r", "m", "w"]);

/** The overlays of a View by kind, each kind with the first letter that is still free. */
export function overlayKinds(names: readonly string[]): OverlayKind[] {
  const kinds = new Map<string, string[]>();
  for (const name of names) {
    const kind = name.split(".")[0] ?? name;
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  const taken = new Set(TAKEN);
  return [...kinds].map(([kind, members]) => {
    const key = [...kind.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !taken.has(letter)) ?? "";
    taken.add(key);
    return { kind, key, names: members };
  });
}

export function overlayTitle(speaker: Speaker, name: string): string {
  const own = speaker.board.texts[`overlay.${name}`];
  if (own) return own;
  const [kind = name, side] = name.split(".");
  const key = `overlay.${kind}`;
  const title = speaker.board.texts[key] ?? (has(key) ? t(key) : humanise(kind));
  return side ? `${title}: ${speaker.sides.has(side) ? speaker.side(side) : humanise(side)}` : title;
}
