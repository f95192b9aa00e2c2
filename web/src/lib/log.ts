/** The log: entries in order, what was taken back, and what moved where. */

import type { Entry } from "../net/wire";
import type { GameEvent } from "./types";

/** Entries by sequence number, each once. */
export function mergeEntries(old: readonly Entry[], more: readonly Entry[]): Entry[] {
  const bySeq = new Map(old.map((entry) => [entry.seq, entry]));
  for (const entry of more) bySeq.set(entry.seq, entry);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** Sequence numbers of the entries that still count: a take-back strikes out what came after the ply it returns to. */
export function standing(entries: readonly Entry[]): Set<number> {
  let line: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === "back") line = line.filter((earlier) => earlier.ply <= entry.ply);
    else line.push(entry);
  }
  return new Set(line.map((entry) => entry.seq));
}

export interface Trail {
  path: string[];
  side: string;
  piece: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What an event moved: a path, or an origin and a goal; by its author, if the event does not name a side. */
export function trail(event: GameEvent, author = ""): Trail | null {
  const params = event.params ?? {};
  const piece = text(params["unit"] ?? params["piece"]);
  const side = text(params["side"]) || author;
  const path = params["path"];
  if (Array.isArray(path) && path.length > 1) return { path: path.map(String), side, piece };
  const origin = text(params["origin"]);
  const goal = text(params["goal"] ?? params["hex"] ?? params["area"] ?? params["place"] ?? params["target"]);
  return origin && goal && origin !== goal ? { path: [origin, goal], side, piece } : null;
}

/** The entries since a player last decided something himself, for "what did the others do?". */
export function sinceOwn(entries: readonly Entry[], sides: readonly string[], standing: Set<number>): Entry[] {
  const line = entries.filter((entry) => standing.has(entry.seq));
  let at = line.length;
  while (at > 0 && !sides.includes(line[at - 1]?.author ?? "")) at -= 1;
  return line.slice(at);
}

/** A heading rather than a line: an event whose only news is the turn. */
export function isHeading(event: GameEvent): boolean {
  const names = Object.keys(event.params ?? {});
  return names.length > 0 && names.every((name) => name === "turn" || name === "date") && names.includes("turn");
}
