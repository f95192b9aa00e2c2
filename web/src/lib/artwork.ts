/** The shape of the module `virtual:artwork`. */

export interface Stroke {
  d: string;
  fill?: string;
  stroke?: number;
  /** The colour of the stroke, where it is not the ink. */
  line?: string;
}

export interface Pattern {
  tile: number;
  paths?: Stroke[];
  /** Colours by day and by night. */
  tints?: Record<string, [string, string]>;
  /** Whether the tile is a picture, of which there is only the grain of the paper. */
  image?: string;
}

export interface Nation {
  face: string;
  ink: string;
  box: string;
  box_ink: string;
  edge: string;
  emblem: string;
  coat: string;
  hat: string;
}

export interface Badge {
  paths?: Stroke[];
  form?: "square";
  face?: string;
  ink?: string;
  /** The whole counter shows it: the piece has acted. */
  acted?: boolean;
  /** The counter shows it in another way. */
  silent?: boolean;
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
  nations: Record<string, Nation>;
  badges: Record<string, Badge>;
  emblems: Record<string, { paths: Stroke[] }>;
  /** What figures and models are made of. */
  materials: Record<string, string>;
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
