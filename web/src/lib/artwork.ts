/** The shape of the module `virtual:artwork`. */

export interface Stroke {
  d: string;
  fill?: string;
  stroke?: number;
}

export interface Pattern {
  tile: number;
  paths: Stroke[];
  ink: string;
  dark: string;
}

export interface Artwork {
  box: [number, number];
  symbols: Record<string, { paths: Stroke[] }>;
  echelons: Record<string, { advance: number; path: Stroke }>;
  patterns: Record<string, Pattern>;
  /** What figures on a table carry, by unit symbol. */
  figures: Record<string, { paths: Stroke[] }>;
  /** Ships, vehicles and aircraft seen from above, bow to the top, 100 wide and so many times as long. */
  models: Record<string, { long: number; paths: Stroke[] }>;
}

const SPELLINGS: Record<string, string> = { ".": "•", "·": "•", "*": "•", "●": "•", x: "X", "×": "X", i: "I", "|": "I" };

/** The parts of an echelon mark with their places from the left, and the width of the whole. */
export function echelon(art: Artwork, mark: string): { parts: { x: number; path: Stroke }[]; width: number } {
  const parts: { x: number; path: Stroke }[] = [];
  let width = 0;
  for (const char of mark) {
    const letter = art.echelons[SPELLINGS[char] ?? char];
    if (!letter) continue;
    parts.push({ x: width, path: letter.path });
    width += letter.advance;
  }
  return { parts, width };
}
