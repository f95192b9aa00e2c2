/** The Board's text catalogue: keys with parameters become sentences whose pieces and places can be pointed at. */

import { dressed, type Dressed } from "./counter";
import type { Board, Params, PieceEntry, PlaceEntry } from "./types";

export interface Ref {
  kind: "piece" | "place" | "point" | "side" | "path";
  id: string;
  /** All places of a path. */
  ids?: string[];
}

export interface Segment {
  text: string;
  ref?: Ref;
}

const PIECES = new Set(["unit", "units", "piece", "pieces", "attackers", "defenders"]);
const PLACES = new Set(["hex", "hexes", "area", "areas", "place", "places", "origin", "goal", "target", "box"]);
const HOLE = /\{(\w+)\}/g;

/** A parameter's name without the digits that tell `unit` from `unit2`. */
const stem = (name: string): string => name.replace(/\d+$/, "");

/** What parts the items of a list in a sentence: semicolons, where one of them has a comma of its own. */
export const parting = (items: string[]): string => (items.some((item) => item.includes(",")) ? "; " : ", ");

export const humanise = (key: string): string => {
  const words = key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Speaks for one Board. */
export class Speaker {
  readonly pieces: Map<string, PieceEntry>;
  readonly places: Map<string, PlaceEntry>;
  readonly sides: Map<string, Dressed>;
  /** Pieces that stand for a unit of several figures. */
  readonly units: Set<string>;

  constructor(readonly board: Board) {
    this.pieces = new Map(board.pieces.map((entry) => [entry.id, entry]));
    this.places = new Map(board.places.map((entry) => [entry.id, entry]));
    this.sides = new Map(board.sides.map((entry) => [entry.id, dressed(entry)]));
    this.units = new Set(board.pieces.flatMap(({ formation }) => (formation && this.pieces.has(formation) ? [formation] : [])));
  }

  /** The piece that stands for the unit of a figure; any other piece is a unit of its own. */
  unitOf(id: string): string {
    const formation = this.pieces.get(id)?.formation;
    return formation && this.units.has(formation) ? formation : id;
  }

  has(key: string): boolean {
    return key in this.board.texts;
  }

  say(key: string, params: Params = {}): string {
    return this.segments(key, params)
      .map((segment) => segment.text)
      .join("");
  }

  segments(key: string, params: Params = {}): Segment[] {
    const template = this.board.texts[key];
    if (template === undefined) return this.unknown(key, params);
    const parts: Segment[] = [];
    let end = 0;
    for (const hole of template.matchAll(HOLE)) {
      if (hole.index > end) parts.push({ text: template.slice(end, hole.index) });
      const name = hole[1] ?? "";
      if (name in params) parts.push(...this.fill(stem(name), params[name]));
      else parts.push({ text: hole[0] });
      end = hole.index + hole[0].length;
    }
    if (end < template.length) parts.push({ text: template.slice(end) });
    return parts;
  }

  /** Every piece and place that a set of parameters names. */
  refs(params: Params = {}): Ref[] {
    return Object.entries(params).flatMap(([name, value]) =>
      this.fill(stem(name), value).flatMap((segment) => (segment.ref ? [segment.ref] : [])),
    );
  }

  piece(id: string): string {
    const entry = this.pieces.get(id);
    return entry ? entry.name || entry.label : id;
  }

  place(id: string): string {
    const name = this.places.get(id)?.name;
    return name && name !== id ? `${name} (${id})` : id;
  }

  side(id: string): string {
    return this.sides.get(id)?.name ?? this.board.texts[`word.${id}`] ?? humanise(id);
  }

  /** The party itself, where `side` is what belongs to it: Japan and Japanese. */
  party(id: string): string {
    return this.board.texts[`party.${id}`] ?? this.side(id);
  }

  /** A word out of a list of choices, as it stands on a button. */
  word(value: string): string {
    const known = this.board.texts[`word.${value}`] ?? this.sides.get(value)?.name ?? this.board.texts[value];
    return known ?? (/^[a-z]+\.\w+$/.test(value) ? humanise(value) : value.replace(/^-(?=\d)/, "−"));
  }

  verb(verb: string): string {
    const text = this.board.texts[`verb.${verb}`] ?? humanise(verb);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  private unknown(key: string, params: Params): Segment[] {
    const parts: Segment[] = [{ text: humanise(key) }];
    for (const [name, value] of Object.entries(params)) {
      parts.push({ text: ` ${name} ` }, ...this.fill(stem(name), value));
    }
    return parts;
  }

  private fill(name: string, value: unknown): Segment[] {
    if (name === "path" && Array.isArray(value)) return [this.path(value.map(String))];
    if (Array.isArray(value) && PIECES.has(name)) return this.roll(value.map(String));
    if (Array.isArray(value)) {
      const items = value.map((item) => this.fill(name, item));
      const text = parting(items.flat().map((part) => part.text));
      return items.flatMap((item, at) => [...(at ? [{ text }] : []), ...item]);
    }
    const id = String(value);
    if (PIECES.has(name)) return [{ text: this.piece(id), ref: { kind: "piece", id } }];
    if ((PLACES.has(name) || name === "path") && this.places.has(id)) {
      return [{ text: this.place(id), ref: { kind: "place", id } }];
    }
    if (this.sides.has(id)) return [{ text: this.side(id), ref: { kind: "side", id } }];
    return [{ text: this.word(id) }];
  }

  /** Several pieces: of those that differ from the one before by their last number only, the number is enough. */
  private roll(ids: string[]): Segment[] {
    const names = ids.map((id) => this.piece(id));
    const apart = parting(names);
    let last = "";
    return ids.flatMap((id, at): Segment[] => {
      const name = names[at] ?? id;
      const [, head = "", number = ""] = /^(.+ )(\d+)$/.exec(name) ?? [];
      const goesOn = head !== "" && head === last;
      last = head;
      return [...(at ? [{ text: goesOn ? ", " : apart }] : []), { text: goesOn ? number : name, ref: { kind: "piece", id } }];
    });
  }

  private path(ids: string[]): Segment {
    const [first = "", last = ""] = [ids[0], ids.at(-1)];
    return { text: `${first} → ${this.place(last)}`, ref: { kind: "path", id: last, ids } };
  }
}
