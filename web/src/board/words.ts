/** The board in words, for screen readers and the status line. */

import { t } from "../i18n";
import type { Offer } from "../lib/options";
import { heaps } from "../lib/stacks";
import type { Speaker } from "../lib/texts";
import type { GroundEntry, PieceView, View } from "../lib/types";

export function valuesText(speaker: Speaker, piece: PieceView): string {
  const entry = speaker.pieces.get(piece.id);
  const values = { ...entry?.values, ...piece.values };
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== "" && typeof value !== "boolean")
    .map(([name, value]) => valueText(speaker, name, String(value)))
    .filter(Boolean)
    .join(", ");
}

/** One value in words: as the game says it, which may be nothing where something else says it, or its name and itself. */
function valueText(speaker: Speaker, name: string, value: string): string {
  const key = [`value.${name}.${value}`, `value.${name}.any`].find((each) => speaker.has(each));
  return key ? speaker.say(key, { count: value }) : `${speaker.word(name)} ${value}`;
}

/** What a piece belongs to, where its own name does not say it. */
export function formationText(speaker: Speaker, piece: PieceView): string {
  const formation = speaker.pieces.get(piece.id)?.formation;
  if (!formation || speaker.piece(piece.id).startsWith(formation)) return "";
  const key = `formation.${formation}`;
  return speaker.has(key) ? speaker.say(key) : speaker.word(formation);
}

export function statusText(speaker: Speaker, piece: PieceView): string {
  return (piece.statuses ?? []).map((status) => speaker.word(status)).join(", ");
}

export function pieceTitle(speaker: Speaker, piece: PieceView): string {
  return piece.hidden ? t("units.hidden", { side: speaker.side(piece.side) }) : speaker.piece(piece.id);
}

/** A piece in one breath: whose, what, how strong, in which state. */
export function describePiece(speaker: Speaker, piece: PieceView, offer?: Offer): string {
  const parts = [pieceTitle(speaker, piece)];
  if (!piece.hidden) parts.push(speaker.side(piece.side), valuesText(speaker, piece), statusText(speaker, piece));
  if (offer?.pieces.has(piece.id)) parts.push(t("board.canAct"));
  return parts.filter(Boolean).join(", ");
}

export function terrainText(speaker: Speaker, place: string): string {
  const entry = speaker.places.get(place);
  return [...new Set((entry?.terrain ?? []).map((key) => speaker.board.texts[key] ?? speaker.word(key)))].join(", ");
}

/** What lies on open ground, unless its name says it, and the cover that it gives. */
export function groundText(speaker: Speaker, { terrain, name }: Pick<GroundEntry, "terrain" | "name">): string {
  const words = terrain.map((key) => speaker.board.texts[key] ?? speaker.word(key));
  return words.filter((word) => !name?.toLowerCase().endsWith(word)).join(", ");
}

export function describePlace(speaker: Speaker, view: View, offer: Offer, place: string): string {
  const here = heaps(view.pieces).get(place) ?? [];
  const target = offer.places.get(place);
  const parts = [
    speaker.place(place),
    terrainText(speaker, place),
    ...here.map((piece) => describePiece(speaker, piece, offer)),
  ];
  if (target) {
    parts.push(`${t("board.target")}: ${target.verbs.map((verb) => speaker.verb(verb)).join(", ")}`);
    if (target.cost !== null) parts.push(t("board.cost", { cost: target.cost }));
    if (target.stop) parts.push(t("board.stop"));
  }
  return parts.filter(Boolean).join("; ");
}
